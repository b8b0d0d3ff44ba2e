/** The style sheet of the page: light or dark as the reader's system is, from 320 pixels up. */
export const STYLE: string = `
:root {
  color-scheme: light dark;
  --page: #ffffff; --ink: #1b1f24; --muted: #66707a; --rule: #d9dee3; --panel: #f5f7f9;
  --accent: #a3328c; --win: #0b6e3a; --loss: #b3261e; --mark: #fff0b3;
  --series-1: #0b63b5; --series-2: #d1570a; --series-3: #0a8a5f; --series-4: #8a3fb0;
  --series-5: #b08800; --series-6: #3aa0d8; --series-7: #b3261e; --series-8: #5b6b2f;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #14171a; --ink: #e6e9ec; --muted: #98a2ac; --rule: #333a41; --panel: #1d2226;
    --accent: #ec8bd6; --win: #5fd394; --loss: #ff8f85; --mark: #5a4a00;
    --series-1: #6cb4ff; --series-2: #ff9a52; --series-3: #4fd1a1; --series-4: #cb94f0;
    --series-5: #e3c04b; --series-6: #8fd6ff; --series-7: #ff8f85; --series-8: #b7c973;
  }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 76rem; padding: 1.5rem 1rem 4rem; background: var(--page); color: var(--ink);
  font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 0 0 .5rem; }
h2 { font-size: 1.35rem; margin: 3rem 0 .5rem; padding-top: 1rem; border-top: 2px solid var(--rule); }
h3 { font-size: 1.05rem; margin: 2rem 0 .5rem; }
p { max-width: 46rem; margin: .5rem 0; }
small, .note { color: var(--muted); font-size: .8rem; }
a { color: inherit; }
.contents { font-size: .85rem; line-height: 1.35; }
.contents ul { list-style: none; margin: 0; padding: 0; }
.contents > ul > li, .contents nav > ul > li { margin: .6rem 0; }
.contents ul ul { margin: .2rem 0 0; padding-left: .8rem; border-left: 2px solid var(--rule); color: var(--muted); }
.contents li li { margin: .15rem 0; overflow-wrap: anywhere; }
.contents a { text-decoration: none; }
.contents a:hover, .contents a:focus-visible { text-decoration: underline; }
.contents.beside { display: none; }
@media (min-width: 100rem) {
  .contents.above { display: none; }
  .contents.beside { display: block; position: fixed; top: 0; bottom: 0; left: 0; width: calc(50vw - 39rem); max-width: 24rem;
    padding: 1.5rem 1rem; overflow-y: auto; border-right: 1px solid var(--rule); }
}
@media (min-width: 72rem) and (max-width: 99.99rem) {
  body { margin-left: 18rem; }
  .contents.above { display: none; }
  .contents.beside { display: block; position: fixed; top: 0; bottom: 0; left: 0; width: 17rem; padding: 1.5rem 1rem; overflow-y: auto;
    border-right: 1px solid var(--rule); }
}
pre { margin: .4rem 0; padding: .4rem .6rem; overflow-x: auto; background: var(--panel); border-radius: 4px; font-size: .8rem; }
code { font-family: ui-monospace, monospace; }
dl.facts { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem; margin: .5rem 0; font-size: .9rem; }
dl.facts dt { color: var(--muted); }
dl.facts dd { margin: 0; overflow-wrap: anywhere; }
.verdict { font-weight: 600; }
.verdict.wrong, .wrong { color: var(--loss); }
.scroll { overflow-x: auto; border: 1px solid var(--rule); border-radius: 4px; max-width: max-content; }
table { border-collapse: collapse; font-size: .875rem; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .7rem; text-align: right; vertical-align: top; border-bottom: 1px solid var(--rule); white-space: nowrap; }
tbody tr:last-child > * { border-bottom: 0; }
thead th { background: var(--panel); vertical-align: bottom; font-weight: 600; white-space: normal; min-width: 5rem; }
thead th.label, thead th.text, tbody th, td.text { text-align: left; }
tbody th { font-weight: 500; position: sticky; left: 0; background: var(--page); }
tbody th ~ th { position: static; }
tbody th.number { text-align: right; }
thead th.label:has(+ th) { min-width: 0; }
td.text { white-space: normal; min-width: 10rem; max-width: 26rem; }
.standings tbody th { white-space: normal; min-width: 11rem; }
.standings td.where { min-width: 20rem; }
th small, td small { display: block; font-weight: 400; line-height: 1.25; }
td.none, td.published, th.published { color: var(--muted); }
td.win { color: var(--win); } td.loss { color: var(--loss); font-weight: 600; }
figure { margin: 1rem 0 1.4rem; }
figcaption { margin-bottom: .4rem; max-width: 46rem; }
figure.plot { max-width: 46rem; }
figure.plot svg { display: block; width: 100%; height: auto; }
figure.plot .narrow { display: none; }
.plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 30rem), 1fr)); gap: 0 2rem; }
.legend { display: flex; flex-wrap: wrap; gap: .1rem 1rem; padding: 0; margin: .2rem 0; list-style: none; font-size: .85rem; }
.legend span { display: inline-block; width: 1.4rem; height: 0; border-top: 3px solid; margin-right: .4rem; vertical-align: middle; }
.legend .published span { border-top-style: dashed; }
figure.picture { display: inline-block; margin: 1rem 1.5rem 1rem 0; max-width: 100%; vertical-align: top; }
figure.picture img { display: block; max-width: 100%; height: auto; image-rendering: pixelated; border: 1px solid var(--rule); }
figure.picture figcaption, figure.picture pre { max-width: 36rem; }
details { margin: .4rem 0; font-size: .85rem; }
summary { cursor: pointer; color: var(--muted); }
mark { background: var(--mark); color: inherit; border-radius: 2px; padding: 0 .15em; }
dl.samples dt { margin-top: .4rem; color: var(--muted); }
dl.samples dd { margin: 0; font-variant-numeric: tabular-nums; }
ul.losses { padding-left: 1.2rem; margin: .3rem 0; font-size: .9rem; }
@media (max-width: 40rem) {
  body { padding: 1rem .8rem 3rem; }
  h1 { font-size: 1.4rem; }
  figure.plot .wide { display: none; }
  figure.plot .narrow { display: block; }
  dl.facts { grid-template-columns: 1fr; gap: 0; }
  dl.facts dd { margin-bottom: .4rem; }
  th, td { padding: .3rem .5rem; }
  tbody th { white-space: normal; min-width: 4rem; max-width: 38vw; overflow-wrap: anywhere; }
  td.text { min-width: 8rem; }
  figure.picture { display: block; margin-right: 0; }
}
@media print { details { display: none; } .scroll { overflow: visible; } }
`;
