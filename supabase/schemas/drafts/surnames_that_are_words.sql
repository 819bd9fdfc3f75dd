-- Other English and German words that are also surnames: Stone, Klein. Only the words around them show whether they name
-- a person. Compiled for this project. To add a word, add it here, in lower case, and call private.load_dictionary() in a
-- data migration.
create or replace function private.surnames_that_are_words()
returns text[]
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select '{
  acker,adams,adler,agee,akins,amsel,apfel,ash,ashe,assel,avery,bach,bacon,bader,ball,banks,barn,barnes,barrow,bass,
  bates,batt,baum,baumgarten,bayer,beach,bean,bear,beard,beck,beil,bell,bench,bender,berg,berger,berner,berry,best,
  beyer,biber,birch,bird,birke,black,blackwell,blade,blank,blau,bliss,bloom,blossom,blume,blunt,boats,bock,bolt,bond,
  boone,booth,boothe,boots,born,bourgeois,bow,bowe,bowl,bowles,branch,brand,brandt,brass,braun,bray,bread,breit,
  bremer,bridge,bridges,bright,brook,brooks,broom,brown,browne,browning,bruch,brunnen,brunner,bucher,buchholz,buck,
  bull,bunch,burg,burger,burns,burr,burrows,busch,bush,button,butts,bär,böhm,böhme,cain,camp,candle,cannon,cash,
  castle,chalk,chance,cherry,childs,church,clay,cliff,cloud,coal,coates,coats,cobb,cock,coffin,coin,colder,cole,coles,
  comb,combs,constant,cooke,cord,corn,cotton,court,cove,cowling,craft,crane,crews,crisp,crooks,cross,crow,crowe,crown,
  curl,currie,curry,dachs,dale,daring,darling,day,dent,dew,dice,dick,dietz,doll,dorn,doss,dove,downing,downs,drake,
  drinkwater,dube,duck,duff,dunn,dye,dürr,earle,ebert,eiche,eichhorn,eisenberg,engel,erb,fahrenholz,fair,fairchild,
  falke,farm,farrow,feather,fein,feld,felder,fell,fells,fern,ferris,field,fielding,fields,finch,fink,finke,fish,flood,
  flower,flowers,foote,ford,forest,fort,foster,fountain,fox,franke,franks,freund,frisch,fromm,frosch,frost,fry,fuchs,
  funk,gage,gaines,gale,gamble,gans,garland,garner,garrison,gass,gast,gate,gates,gay,gee,gentry,gill,givens,golding,
  goldman,golightly,goode,goodwin,gore,gosling,grau,graves,gray,green,greene,greenfield,greenwood,greif,grey,grimes,
  grimm,gross,grosser,grove,groß,großmann,gull,haas,haase,haber,hackney,haddock,hafner,hahn,hain,haines,hale,hall,
  halm,hammer,harding,hardy,hare,harmon,harp,hart,hartmann,hase,haupt,hauser,hawk,hawks,hay,hayes,heard,heath,hecht,
  heide,heiland,hell,heller,henkel,herring,herz,hesse,hick,hicks,hill,hills,hinds,hirsch,hobbs,hoffmann,hogg,holiday,
  hollis,holmes,holz,hood,hooks,hopper,horne,huber,humes,hunt,hurst,imhof,irons,ivory,jahn,jewel,jobe,joiner,jung,
  junge,jungmann,kalb,katz,keeling,keen,keil,keller,kern,kessel,keyes,kirsch,kiss,kite,klee,klein,kling,klug,knabe,
  knapp,knott,kohl,kolbe,kopf,kraft,krahl,kramer,kranich,kranz,kraus,krause,krebs,kreuz,krug,kuckuck,kuhn,kunz,kupfer,
  kurz,lacy,lake,lamb,lamm,landers,lane,lang,lange,lark,laurel,lauter,law,lawless,laws,leach,leaf,leake,lenz,lerche,
  levy,lindner,linke,livingstone,lock,locke,lodge,long,losch,love,lovejoy,lowe,luchs,luck,löwe,mace,madden,mailer,
  manly,mann,manning,mares,marker,marks,marsh,marx,mash,mayes,mayflower,mays,mead,meadows,medley,meek,meeks,mehl,
  meise,merry,mills,mohr,moody,moore,moose,morales,morrow,moss,mountain,mullet,murphy,nagel,nail,nash,neuhaus,
  nightingale,niles,noble,nutt,oak,oakes,oaks,oats,ochs,olive,orchard,otter,outlaw,overstreet,owl,paine,paradise,
  parish,parrott,partridge,pate,payne,peach,peacock,pearl,peck,penny,pepper,perch,petit,petty,pfau,pfeffer,pfennig,
  pickles,pierce,pike,pine,pitt,plum,plumb,pohl,poole,potts,pound,powell,powers,pratt,prentice,price,quill,rabe,
  raines,ransom,rau,raven,rawlings,rector,reh,reich,reif,reinhard,rhodes,rice,ridge,ritz,rivers,roach,robins,rocks,
  roggen,rook,rosen,rosenberg,roth,rouse,rowe,roß,rupp,sachse,sage,salt,sauer,savage,scales,scharf,schatz,scheffel,
  schilling,schimmel,schlicht,scholz,schott,schramm,schuler,schulte,schwab,schwalbe,schwan,schwarz,schwarzer,
  schweizer,schön,sears,seel,sellers,shank,sharp,sharpe,sheen,shields,shook,shores,short,slaughter,snell,snow,sommer,
  sparks,sparrow,spatz,spears,specht,speck,spence,sperling,spieß,spratt,springer,spruce,stadler,stahl,star,stark,
  starling,steel,steele,steiger,stein,sterling,stern,stier,stocker,stolz,stone,stones,storch,storey,storm,stout,
  strand,strange,strauß,streck,streit,strobel,strong,stubbs,summer,summers,swallow,swan,swift,süß,tabor,taube,teal,
  temple,thiel,thoma,thorn,thorne,thrush,tiger,toll,tower,towers,towne,traub,trout,turnbull,twigg,uhl,ulm,underhill,
  underwood,urban,vance,vane,vetter,vigil,vine,vogel,voß,walder,ward,warren,wasp,waters,watt,watts,weis,weise,weiss,
  weiß,wells,wheatley,whistler,white,whitehead,wicks,wiese,wieser,wilde,wilder,wilds,wills,windsor,winkler,winter,
  winters,wise,witt,wolfe,wolff,wood,woods,woodward,woody,woolf,wren,wunder,wurm,yates,york,young,younger,zahn,zander,
  zeiger,zimmer,zorn
  }'::text[]
$$;
comment on function private.surnames_that_are_words() is 'Other words that are also surnames, in lower case.';
