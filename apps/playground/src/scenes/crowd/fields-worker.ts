import { serve } from '../../common/rpc.ts';
import { fieldFunctions } from './fields.ts';

serve(fieldFunctions);
