import { useCallback, useEffect, useState } from 'react';
import { api } from '#app/lib/api-client.ts';
import {
	getManagedQuestions,
	type ManagedQuestions,
	saveManagedAnswers,
} from '#shared/contracts/questions.ts';
import type { AnswerValue } from '#shared/rules/questions.ts';

export interface SentAnswers {
	attendeeId: string | null;
	answers: Record<string, AnswerValue | null>;
}

/**
 * What is asked of the order behind a signed link, read after the page is there.
 * @param people changes when the people of the order do; then it is read again
 */
export function useManagedQuestions(manageToken: string, people: string) {
	const [asked, setAsked] = useState<ManagedQuestions | null>(null);
	const [error, setError] = useState<unknown>(null);
	const read = useCallback(async () => {
		try {
			setAsked(await api.call(getManagedQuestions, { params: { manageToken }, hasBearer: false }));
			setError(null);
		} catch (failed) {
			setError(failed);
		}
	}, [manageToken]);
	useEffect(() => void read(), [read, people]);
	const save = async (sent: SentAnswers[]) => {
		const next = await api.call(saveManagedAnswers, {
			params: { manageToken },
			body: { people: sent },
			hasBearer: false,
		});
		setAsked(next);
		return next;
	};
	return { asked, error, read, save };
}
