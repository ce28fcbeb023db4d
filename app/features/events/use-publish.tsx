import { type ComponentType, type ReactNode, useCallback, useState } from 'react';
import { api } from '#app/lib/api-client.ts';
import { reviewEvent } from '#shared/contracts/event-review.ts';
import type { ReviewAdvice } from '#shared/rules/event-review.ts';
import { useEventStep } from './api.ts';
import type { PublishAnswer, PublishDialogProps } from './components/review/publish-dialog.tsx';

interface Question extends PublishDialogProps {
	Dialog: ComponentType<PublishDialogProps>;
}

/** `published`, or why not: the person stays where they are, or has followed a link of the list. */
export type Publication = 'published' | 'stay' | 'leave';

export interface Publishing {
	/**
	 * Publishes an event once its review has nothing against it.
	 * @param inSight advice that the page itself shows beside the button, which is not confirmed again; `all` of an event that was
	 * published before, of which nothing is confirmed: it may be on, and goes out again as it was
	 * @throws what the server refuses
	 */
	publish(event: string, inSight?: readonly ReviewAdvice[] | 'all'): Promise<Publication>;
	isPending: boolean;
	/** The last refusal of the server. */
	error: unknown;
	/** To be rendered by the page. */
	dialog: ReactNode;
}

/** Publishing from any page but the review: the same checklist, shown when it has something to say, costs no press when not. */
export function usePublish(): Publishing {
	const { mutateAsync, error } = useEventStep();
	const [isPending, setPending] = useState(false);
	const [question, setQuestion] = useState<Question | null>(null);
	const publish = useCallback<Publishing['publish']>(
		async (event, inSight = []) => {
			setPending(true);
			try {
				const answer = await confirm(event, inSight, setQuestion);
				if (answer !== 'publish') return answer;
				await mutateAsync({ event, step: 'publish' });
				return 'published';
			} finally {
				setPending(false);
			}
		},
		[mutateAsync],
	);
	return { publish, isPending, error, dialog: question ? <question.Dialog {...question} /> : null };
}

/** Asks about what the review says and nothing in sight does. */
async function confirm(
	event: string,
	inSight: readonly ReviewAdvice[] | 'all',
	show: (question: Question | null) => void,
): Promise<PublishAnswer> {
	if (inSight === 'all') return 'publish';
	const { blockers, advice, ...texts } = await api.call(reviewEvent, { params: { event } });
	const isNew = advice.some(({ code }) => !inSight.includes(code));
	// Refused by the server, which remembers the draft: the link of its email publishes it.
	const isHeld = blockers.some(({ code }) => code !== 'email-not-verified');
	if (!isNew && !isHeld) return 'publish';
	const { PublishDialog } = await import('./components/review/publish-dialog.tsx');
	const answer = await new Promise<PublishAnswer>((onAnswer) =>
		show({
			Dialog: PublishDialog,
			review: { blockers: isHeld ? blockers : [], advice, ...texts },
			form: `/events/${event}/edit`,
			onAnswer,
		}),
	);
	show(null);
	return answer;
}
