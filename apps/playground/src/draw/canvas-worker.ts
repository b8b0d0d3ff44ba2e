import { serve } from '../worker/rpc.ts';
import { canvasFunctions } from './canvas-functions.ts';

serve(canvasFunctions);
