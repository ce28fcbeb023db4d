import { adapterOf, callOf } from './services/adapters.ts';

/** How services are reached; tests that need no network hand in their own. */
export interface Reach {
	adapterOf: typeof adapterOf;
	callOf: typeof callOf;
}

export const realReach: Reach = { adapterOf, callOf };
