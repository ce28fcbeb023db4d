import { z } from '#shared/lib/z.ts';
import { commonFailure, errorText, later, listName, readAnswer, refused, stopped } from './calls.ts';
import type { Failure, ServiceAnswer } from './service.ts';

/** The meaning of listmonk’s errors: https://listmonk.app/docs/apis/apis/. */
export function failureOf(answer: ServiceAnswer): Failure {
	const common = commonFailure(answer);
	if (common) return common;
	const { message } = readAnswer(problem, answer) ?? { message: '' };
	// Versions from 4 answer a wrong key with 403 too.
	if (answer.status === 403) return stopped(/permission/i.test(message) ? 'not-allowed' : 'key-refused');
	// Nothing of listmonk is there: the address is of something else, or has another path now.
	if (answer.status === 404 || answer.status === 405) return later();
	return answer.status === 400 || answer.status === 422 ? refused('address-refused') : later();
}

const problem = z.object({ message: errorText });
const id = z.int().positive();
export const foundLists = z.object({
	data: z.object({
		results: z.array(
			z.object({
				id,
				name: listName,
				subscriber_count: z.int().nonnegative().optional().catch(undefined),
			}),
		),
	}),
});
const subscriber = z.object({
	id,
	email: z.string(),
	status: z.string(),
	// The documentation shows numbers where the answer has objects.
	lists: z.array(z.union([id, z.object({ id, subscription_status: z.string().catch('confirmed') })])),
});
export type Subscriber = z.output<typeof subscriber>;
export const oneSubscriber = z.object({ data: subscriber });
export const subscribers = z.object({ data: z.object({ results: z.array(subscriber) }) });

/** Of a subscription to a list; null where there is none. */
export function statusOn({ lists }: Subscriber, list: number): string | null {
	const found = lists.find((one) => (typeof one === 'number' ? one : one.id) === list);
	if (found === undefined) return null;
	return typeof found === 'number' ? 'confirmed' : found.subscription_status;
}
