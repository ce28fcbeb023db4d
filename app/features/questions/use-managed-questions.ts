import { useCallback, useEffect, useState } from 'react';
import { api } from '#app/lib/api-client.ts';
import {
	getManagedFile,
	getTicketFile,
	uploadManagedFile,
	uploadTicketFile,
} from '#shared/contracts/answer-files.ts';
import {
	getManagedQuestions,
	getTicketQuestions,
	type ManagedQuestions,
	saveManagedAnswers,
	saveTicketAnswers,
} from '#shared/contracts/question-answers.ts';
import type { AnswerValue } from '#shared/rules/questions.ts';
import { type FileCalls, UPLOAD_TIMEOUT_MS } from './use-answer-files.ts';

export interface SentAnswers {
	attendeeId: string | null;
	answers: Record<string, AnswerValue | null>;
}

/** Whose questions: of an order, or of one ticket that was transferred or claimed; each by its signed link. */
export type QuestionLink = { manageToken: string } | { ticketToken: string };

/**
 * The questions behind a signed link, read after the page is there.
 * @param people changes when the people behind the link do; then it is read again
 */
export function useManagedQuestions(link: QuestionLink, people: string) {
	const [managed, setManaged] = useState<ManagedQuestions | null>(null);
	const [error, setError] = useState<unknown>(null);
	const isTicket = 'ticketToken' in link;
	const token = isTicket ? link.ticketToken : link.manageToken;
	const read = useCallback(async () => {
		try {
			setManaged(
				isTicket
					? await api.call(getTicketQuestions, { params: { ticketToken: token }, hasBearer: false })
					: await api.call(getManagedQuestions, { params: { manageToken: token }, hasBearer: false }),
			);
			setError(null);
		} catch (failed) {
			setError(failed);
		}
	}, [token, isTicket]);
	useEffect(() => void read(), [read, people]);
	const save = async (sent: SentAnswers[]) => {
		const next = isTicket
			? await api.call(saveTicketAnswers, {
					params: { ticketToken: token },
					// Of one guest.
					body: { answers: sent[0]?.answers ?? {} },
					hasBearer: false,
				})
			: await api.call(saveManagedAnswers, {
					params: { manageToken: token },
					body: { people: sent },
					hasBearer: false,
				});
		setManaged(next);
		return next;
	};
	return { managed, error, read, save, fileCalls: fileCallsOf(link) };
}

/** Files of answers behind a signed link. */
function fileCallsOf(link: QuestionLink): FileCalls {
	const settings = { hasBearer: false, timeoutMs: UPLOAD_TIMEOUT_MS };
	if ('ticketToken' in link)
		return {
			upload: (client, question, file, signal) =>
				client.call(uploadTicketFile, { ...settings, file, signal, params: link, query: { question } }),
			download: ({ id }) => api.call(getTicketFile, { ...settings, params: { ...link, file: id } }),
		};
	return {
		upload: (client, question, file, signal) =>
			client.call(uploadManagedFile, { ...settings, file, signal, params: link, query: { question } }),
		download: ({ id }) => api.call(getManagedFile, { ...settings, params: { ...link, file: id } }),
	};
}
