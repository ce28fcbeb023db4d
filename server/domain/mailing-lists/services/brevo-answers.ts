import { z } from '#shared/lib/z.ts';
import { commonFailure, errorText, later, listName, readAnswer, refused, stopped } from './calls.ts';
import type { Failure, ServiceAnswer } from './service.ts';

/** The meaning of Brevo’s errors, by code, which its reference lists at each request. */
export function failureOf(answer: ServiceAnswer): Failure {
	const { code, message } = errorOf(answer);
	if (code === 'not_enough_credits' || /contacts? limit|limit of contacts/i.test(message))
		return stopped('account-full');
	const common = commonFailure(answer);
	if (common) {
		// An address of ours that the account does not know: the organiser must allow it, or turn the check off.
		return common.kind === 'stopped' && /unrecogni[sz]ed ip/i.test(message) ? stopped('not-allowed') : common;
	}
	if (answer.status === 403 || code === 'permission_denied' || code === 'account_under_validation')
		return stopped('not-allowed');
	if (answer.status === 404) return stopped('list-gone');
	return answer.status === 400 || answer.status === 422 ? refused('address-refused') : later();
}

export const errorOf = (answer: ServiceAnswer) => readAnswer(problem, answer) ?? { code: '', message: '' };
const problem = z.object({ code: errorText, message: errorText });

const id = z.int().positive();
export const withId = z.object({ id });
export const foundLists = z.object({
	// Brevo leaves the field out where there is none.
	lists: z
		.array(
			z.object({
				id,
				name: listName,
				uniqueSubscribers: z.int().nonnegative().optional().catch(undefined),
			}),
		)
		.max(50)
		.default([]),
});
export const contact = z.object({
	id,
	emailBlacklisted: z.boolean(),
	listIds: z.array(z.int()),
	listUnsubscribed: z
		.array(z.int())
		.nullish()
		.transform((ids) => ids ?? []),
});
