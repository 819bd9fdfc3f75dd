-- Other English and German words that are also surnames: Stone, Klein. Only their place in a sentence shows which they are.
-- Compiled for this project. To add a word, add it here, in lower case, and call
-- private.load_dictionary() in a data migration.
create or replace function private.surnames_that_are_words()
returns text[]
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select '{
  acker,adler,amsel,apfel,ash,assel,avery,bach,bacon,ball,banks,barn,barnes,barrow,bass,batt,baum,baumgarten,bayer,
  beach,bean,bear,beard,beck,beil,bell,bench,berg,berger,berry,best,beyer,biber,birch,bird,birke,black,blackwell,
  blade,blank,blau,bliss,bloom,blossom,blume,blunt,boats,bock,bolt,bond,booth,boots,born,bow,bowl,branch,brand,brandt,
  brass,braun,bread,breit,bridge,bridges,bright,brook,brooks,broom,brown,bruch,brunnen,brunner,bucher,buchholz,buck,
  bull,burg,burger,burns,busch,bush,button,bär,böhm,böhme,cain,camp,candle,cannon,cash,castle,chalk,chance,cherry,
  church,clay,cliff,cloud,coal,coats,cobb,cock,coffin,coin,colder,cole,comb,combs,constant,cord,corn,cotton,court,
  cove,craft,crane,cross,crow,crown,curl,curry,dachs,dale,daring,darling,day,dew,dice,dick,dietz,dorn,dove,downs,
  drake,drinkwater,duck,dunn,dürr,ebert,eiche,eichhorn,eisenberg,engel,erb,fahrenholz,fair,fairchild,falke,farm,
  farrow,feather,fein,felder,fell,fern,field,fields,finch,fink,finke,fish,flood,flower,flowers,foote,ford,forest,fort,
  foster,fountain,fox,franke,freund,fromm,frosch,frost,fuchs,funk,gans,garland,garner,gate,gates,gay,gill,goldman,
  goode,goodwin,gore,graves,gray,green,greenfield,greenwood,greif,grey,grimm,grove,groß,großmann,gull,haas,haase,
  haber,haddock,hafner,hahn,hain,hale,hall,halm,hammer,hardy,hare,hart,hartmann,hase,hawk,hawks,hay,heath,hecht,heide,
  heiland,hell,heller,henkel,herz,hick,hicks,hill,hills,hirsch,hobbs,hoffmann,hogg,holiday,holmes,hood,horne,huber,
  hurst,imhof,irons,ivory,jahn,jewel,joiner,jung,junge,jungmann,kalb,katz,keil,keller,kern,kessel,kirsch,kiss,kite,
  klee,klein,kling,klug,knabe,knapp,knott,kohl,kolbe,kraft,krahl,kramer,kranich,kranz,kraus,krause,krebs,kreuz,krug,
  kuckuck,kuhn,kunz,kupfer,kurz,lake,lamb,lamm,lane,lang,lange,lark,laurel,lauter,law,lawless,laws,leach,leaf,lenz,
  lerche,lindner,livingstone,lock,locke,lodge,long,love,lovejoy,luchs,luck,löwe,mace,mailer,manly,mann,manning,marker,
  marks,marsh,marx,mash,mayflower,mead,meadows,meek,meise,merry,mills,mohr,moody,moore,moose,morrow,moss,mountain,
  mullet,murphy,nagel,nail,nash,neuhaus,nightingale,noble,nutt,oak,oakes,oats,ochs,olive,orchard,otter,outlaw,
  overstreet,owl,paine,paradise,parish,parrott,partridge,payne,peach,peacock,pearl,peck,penny,pepper,perch,pfau,
  pfeffer,pfennig,pike,pine,pitt,plum,plumb,pohl,poole,potts,pound,powell,powers,pratt,prentice,price,quill,rabe,
  raines,ransom,rau,raven,rawlings,reh,reich,reinhard,rhodes,rice,ridge,ritz,rivers,robins,rocks,roggen,rook,rosen,
  rosenberg,roth,rowe,roß,rupp,sage,salt,sauer,savage,scales,schatz,scheffel,schilling,schimmel,scholz,schott,schramm,
  schulte,schwab,schwalbe,schwan,schwarz,schön,seel,sellers,shank,sharp,sharpe,sheen,shields,shores,short,snell,snow,
  sommer,sparks,sparrow,spatz,specht,speck,spence,sperling,spieß,spratt,springer,spruce,stadler,star,stark,starling,
  steel,steele,stein,sterling,stern,stier,stolz,stone,stones,storch,storm,stout,strand,strange,strauß,strobel,strong,
  stubbs,summer,summers,swallow,swan,swift,süß,tabor,taube,teal,temple,thiel,thoma,thorn,thorne,thrush,tiger,toll,
  tower,towers,traub,trout,turnbull,twigg,uhl,ulm,underhill,underwood,urban,vance,vane,vetter,vine,vogel,voß,ward,
  wasp,waters,watts,weise,weiss,weiß,wells,wheatley,whistler,white,whitehead,wilde,wilder,wilds,windsor,winkler,
  winter,winters,wise,witt,wolfe,wolff,wood,woods,woodward,woolf,wren,wunder,wurm,yates,york,young,younger,zander,
  zeiger,zorn
  }'::text[]
$$;
comment on function private.surnames_that_are_words() is 'Other words that are also surnames, in lower case.';
