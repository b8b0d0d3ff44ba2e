import { launchChromium } from '@wayfield/testing/browser';
const [file, out, width, height, scroll = '0', scheme = 'light'] = process.argv.slice(2);
const browser = (await launchChromium())!;
const tab = await browser.newPage();
await tab.setViewportSize({ width: +width, height: +height });
await tab.emulateMedia({ colorScheme: scheme as 'light' });
await tab.goto('file://' + file);
const over = await tab.evaluate(() => {
  const wide = document.documentElement.clientWidth;
  return { over: document.documentElement.scrollWidth - wide, height: document.documentElement.scrollHeight, which: [...document.querySelectorAll('body *')].filter((e) => e.getBoundingClientRect().right > wide + 1 && !e.closest('.scroll')&& !e.closest('pre')).slice(0, 10).map((e) => e.tagName + '.' + e.className + ' ' + e.textContent!.slice(0, 60)) };
});
console.log(JSON.stringify(over, null, 1));
await tab.evaluate((y) => window.scrollTo(0, y), +scroll);
await tab.screenshot({ path: out });
await browser.close();
