import { getResolvedPDFJS } from "unpdf";
import { lines, pdfOf, packed } from "./tests/unit/documents/files/make-pdf.ts";
const { getDocument, OPS } = await getResolvedPDFJS();
const names: any = Object.fromEntries(Object.entries(OPS).map(([k,v])=>[v,k]));
console.log(JSON.stringify(OPS));
const opts = { isEvalSupported:false, enableXfa:false, disableFontFace:true, useSystemFonts:false, useWorkerFetch:false, useWasm:false, isOffscreenCanvasSupported:false, isImageDecoderSupported:false, maxImageSize:0, verbosity:0 };
const form = packed("1 0 0 rg 0 0 50 50 re W n /G gs 2 w 0 0 m 10 10 l S BT /F1 10 Tf 1 0 0 1 20 20 Tm (a) ' 1 2 (b) \" [(c) -200 (d)] TJ ET", "/Type /XObject /Subtype /Form /BBox [0 0 99 99] /Matrix [2 0 0 2 0 0] /Resources << /Font << /F1 3 0 R >> /ExtGState << /G << /ca 0 /CA 0.5 >> >> >>");
const small = pdfOf([`/Fm Do /Pattern cs /P scn 0 0 9 9 re f 0 0 0 0 k 0 0 5 5 re B /OC /MC0 BDC EMC`], { resources: "/XObject << /Fm 6 0 R >>", extra: () => [form] });
const l = getDocument({data: new Uint8Array(small), ...opts}); const pdf = await l.promise; const page = await pdf.getPage(1);
const r = (page as any)._transport.messageHandler.sendWithStream("GetOperatorList",{pageId:0,pageIndex:0,intent:0x100|0x40|0x02,cacheKey:"x",annotationStorage:null,modifiedIds:null}).getReader();
for(;;){const {value,done}=await r.read(); if(done)break; value.fnArray.forEach((f: number,i: number)=>console.log(names[f], JSON.stringify(value.argsArray[i])?.slice(0,300)));}
// endless
const f2 = (next: any) => packed(next === undefined ? "q Q" : "/Fm Do\n".repeat(10), `/Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources << ${next === undefined ? "" : `/XObject << /Fm ${next} 0 R >>`} >>`);
const endless = pdfOf(["/Fm Do"], { resources: "/XObject << /Fm 6 0 R >>", extra: (first) => Array.from({ length: 12 }, (_, n) => f2(n < 11 ? first + n + 1 : undefined)) });
const l2 = getDocument({data: new Uint8Array(endless), ...opts}); const pdf2 = await l2.promise; const p2 = await pdf2.getPage(1);
let t = performance.now();
const tr = p2.streamTextContent().getReader(); let k = 0; while(!(await tr.read()).done) k++; console.log("text", k, performance.now()-t);
t = performance.now();
const r2 = (p2 as any)._transport.messageHandler.sendWithStream("GetOperatorList",{pageId:0,pageIndex:0,intent:0x100|0x40|0x02,cacheKey:"x",annotationStorage:null,modifiedIds:null}).getReader();
let n=0; for(;;){const {value,done}=await r2.read(); if(done)break; n+=value.fnArray.length; if (n>100000) break;} 
console.log(n, performance.now()-t); await r2.cancel(new Error("enough")); p2.cleanup(); await l2.destroy(); await l.destroy(); console.log("end", process.memoryUsage.rss()/1e6);
