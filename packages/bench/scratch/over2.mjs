import { register } from 'tsx/esm/api'; register();
const { launchChromium } = await import('@wayfield/testing/browser');
const browser = await launchChromium();
const tab = await browser.newPage();
await tab.setViewportSize({ width: 360, height: 800 });
await tab.goto('file://' + process.argv[2]);
console.log(await tab.evaluate(`(() => { const w=()=>document.documentElement.scrollWidth; const out=[w()];
 for (const sel of ['figure.table','figure.plot','pre','details','ul','p','h2','h3','.scroll','figure.picture','table','svg','.legend']) { const all=[...document.querySelectorAll(sel)]; const b=all.map(e=>e.style.display); all.forEach(e=>e.style.display='none'); out.push(sel+' '+w()); all.forEach((e,i)=>e.style.display=b[i]); }
 return out.join('\\n'); })()`));
await browser.close();
