import { launchChromium } from '@wayfield/testing/browser';
const browser = (await launchChromium())!;
const tab = await browser.newPage();
await tab.setViewportSize({ width: 360, height: 800 });
await tab.goto('file://' + process.argv[2]);
console.log(await tab.evaluate(() => { const out: string[]=[]; const w=()=>document.documentElement.scrollWidth; out.push('all '+w());
 const dig=(e: Element, d: number)=>{ for(const c of [...e.children] as HTMLElement[]) { const was=c.style.display; const before=w(); c.style.display='none'; const after=w(); c.style.display=was; if(after<before){ out.push(' '.repeat(d)+c.tagName+'.'+c.className+'#'+c.id+' '+(c.textContent||'').slice(0,50)); dig(c,d+1);} } };
 dig(document.body,0); return out.slice(0,40).join('\n'); }));
await browser.close();
