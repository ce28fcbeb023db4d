import { AppError } from '#shared/errors/app-error.ts';

/** The limit of this browser is reached: the call was not made, and trying again at once makes none either. */
export class CallRefusal extends AppError {
	constructor() {
		super('RATE_LIMIT_EXCEEDED');
	}
}

/** For queries: one more try, as the product's default (section 9), but of no call that this browser itself refused. */
export const retryOnce = (failures: number, error: unknown): boolean =>
	failures < 1 && !(error instanceof CallRefusal);
