import { AppError } from '#shared/errors/app-error.ts';

/** The limit of this browser is reached: the call was not made, and trying again at once makes none either. */
export class CallRefusal extends AppError {
	readonly isUnsent = true;

	constructor() {
		super('RATE_LIMIT_EXCEEDED');
	}
}
