import './shell/style.css';
import { startApp } from './shell/app.ts';

await startApp(document.getElementById('app')!);
