import './shell/style.css';
import { startApp } from './shell/app.ts';
import { breathe } from './shell/breathe.ts';

await breathe();
await startApp(document.getElementById('app')!);
