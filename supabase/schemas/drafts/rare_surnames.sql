-- Words that are rarely surnames, but often begin a heading or name a part of a product: Case, Key, Root. They name a
-- person only where they do what people do. Compiled for this project. To add a word, add it here, in lower case, and call
-- private.load_dictionary() in a data migration.
create or replace function private.rare_surnames()
returns text[]
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select '{
  alley,angle,badger,banner,barge,barrier,battle,battles,beam,belt,bias,bland,block,blood,blow,bold,bolster,bone,book,
  boon,border,bounds,box,brake,brick,brink,brush,buff,bunker,bunting,cable,cage,cane,carpet,carrier,case,chestnut,
  christmas,coil,cone,cool,copper,core,cork,corner,couch,creed,cruise,cutter,deck,diamond,ditto,dock,dodge,dolphin,
  drain,drum,early,edge,elder,fall,fee,fender,fine,flint,fortune,frame,gable,garden,gentle,glass,gloss,gold,good,
  goodness,gram,grass,gravel,grill,grooms,guard,hallmark,hand,harsh,hazard,head,hedge,hedges,high,honey,hook,hurdle,
  hurt,justice,keel,key,kitchen,lamp,lance,land,lemon,light,little,lucky,maple,marble,mask,masters,maxim,mayor,maze,
  means,minor,miracle,mock,mold,money,moon,moor,mould,muse,nation,nice,noon,orange,pace,pack,palm,park,patch,peak,
  peel,pier,pillar,pitcher,plain,plank,plant,plaza,pleasant,pleasure,pond,pool,pounds,power,pride,prior,queen,quick,
  race,rain,rains,rash,ring,rock,root,royal,rush,rust,sack,sand,self,senior,settle,sheets,shell,shorter,silver,sink,
  slate,sly,small,smart,spade,spear,speed,spell,sprinkle,stack,stage,stamp,staples,steer,stocks,story,strain,straw,
  street,stump,sunshine,sweet,sword,tally,tan,toy,treat,trim,tuck,virtue,wall,wedge,weight,wheat,wing,wonder
  }'::text[]
$$;
comment on function private.rare_surnames() is 'Words that are rarely surnames, in lower case.';
