import { AppError } from '#shared/errors/app-error.ts';

/** Where an account turns two factors on. */
export const twoFactorPath = '/settings/security#two-factor';

/** Whether an organisation refused a change because it requires two factors, which the caller lacks. */
export const isTwoFactorNeeded = (error: unknown): boolean =>
	error instanceof AppError && error.metadata?.rule === 'two-factor-needed';
