import { serve } from '../../worker/rpc.ts';
import { mapFunctions } from './map-functions.ts';

serve(mapFunctions);
