-- English and German nouns for one person that are also surnames: Baker, Richter. Without an article they are names.
-- Compiled for this project. To add a word, add it here, in lower case, and call
-- private.load_dictionary() in a data migration.
create or replace function private.person_nouns()
returns text[]
language sql
immutable
set search_path = pg_catalog, pg_temp
as $$
  select '{
  abbot,abbott,ackermann,amtmann,archer,baker,banker,barber,bauer,baumann,becker,bergmann,bischof,bishop,boatman,
  bowman,brauer,brewer,butcher,butler,bäcker,böttcher,bürger,bürgermeister,carpenter,carter,carver,chamberlain,
  champion,chandler,chaplain,chapman,clark,clerk,coleman,constable,cook,coward,crier,cutler,dancer,deacon,dichter,
  diener,draper,drechsler,dreher,driver,duke,dyer,earl,edelmann,eggers,falconer,farmer,fassbinder,fiddler,fischer,
  fisher,fishman,fleischer,fletcher,foreman,forester,forster,fowler,freeman,freiherr,friar,friend,fuhrmann,fuller,
  färber,förster,führer,fürst,gardener,gardner,geiger,gerber,gießer,glaser,glover,glöckner,goldsmith,goodfellow,
  goodman,graf,groom,gärtner,harper,hauptmann,hayward,herald,herzog,hirt,hirte,hofmann,hofmeister,holzer,hooper,
  hufschmied,husband,hutmacher,journeyman,judge,jäger,kaiser,kanzler,kaufmann,keeper,kellermann,kellner,king,kingsman,
  knecht,knight,koch,korbmacher,krieger,kruger,krämer,köhler,könig,küfer,küster,laird,landmann,lehmann,lehrer,leitner,
  lord,lotse,mahler,mailman,major,maler,mariner,marschall,marshal,marshall,maurer,mayer,meier,meister,mercer,merchant,
  metzger,meyer,miller,milner,miner,minister,monk,musiker,mönch,müller,nadler,nailer,neumann,newman,nobleman,nurse,
  ochsner,painter,palmer,papst,parson,parsons,peddler,penman,pfaff,pfarrer,pfeifer,pfeiffer,pförtner,pilger,pilgrim,
  plumber,pope,porter,potter,preacher,prediger,priest,priester,prince,prinz,probst,proctor,prophet,rademacher,ranger,
  reeve,reiter,richter,rider,ringer,ritter,roper,sadler,sailor,salter,sargent,sattler,sawyer,scherer,schiffer,
  schiffmann,schindler,schlosser,schmidt,schmied,schmitt,schneider,schoolmaster,schreiber,schreiner,schröder,schubert,
  schultheiß,schulz,schulze,schuster,schwager,schäfer,schäffer,schütz,schütze,scribe,seemann,seiler,sergeant,servant,
  sexton,shearer,shepard,shepherd,sheppard,sheriff,shooter,siedler,singer,skinner,skipper,slater,smith,smither,
  smithson,spencer,spengler,spicer,spielmann,squire,stapler,steiner,steinmetz,stellmacher,steward,stewart,stringer,
  sänger,tailor,tanner,teacher,thatcher,tiller,tinker,tischler,trainer,treasurer,trommler,trotter,tucker,turner,
  töpfer,usher,vicar,vogler,vogt,wagner,wagoner,walker,warden,warner,warrior,watchman,waterman,weaver,weber,webster,
  weidmann,whaler,wheeler,wheelwright,wirt,wiseman,woodman,workman,wright,wächter,yeoman,youngman,zauner,ziegler,
  zimmermann,zöllner
  }'::text[]
$$;
comment on function private.person_nouns() is 'Nouns for persons that are also surnames, in lower case.';
