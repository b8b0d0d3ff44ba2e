import { serve } from '../../common/rpc.ts';
import { mapFunctions } from './map-functions.ts';

serve(mapFunctions);
