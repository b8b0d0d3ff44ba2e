import { serve } from '../common/rpc.ts';
import { canvasFunctions } from './canvas-functions.ts';

serve(canvasFunctions);
