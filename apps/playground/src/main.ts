import './shell/style.css';
import { startApp } from './shell/app.ts';
import { breathe } from './common/breathe.ts';

await breathe();
await startApp(document.getElementById('app')!);
