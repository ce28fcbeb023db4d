import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '#app/lib/api-client.ts';
import { showAhead, storeAnswer, useApiQuery } from '#app/lib/api-query.ts';
import type { Did } from '#app/lib/doing.ts';
import { newIdempotencyKey } from '#app/lib/idempotency-key.ts';
import { saveResponse } from '#app/lib/save-response.ts';
import * as answerFiles from '#shared/contracts/answer-files.ts';
import type { CallBodyOf } from '#shared/contracts/endpoint.ts';
import * as questionAnswers from '#shared/contracts/question-answers.ts';
import * as contracts from '#shared/contracts/questions.ts';
import { listTicketTypes } from '#shared/contracts/tickets.ts';
import { type FileCalls, UPLOAD_TIMEOUT_MS } from './use-answer-files.ts';

export type QuestionBody = CallBodyOf<typeof contracts.createQuestion>;
export type QuestionChanges = CallBodyOf<typeof contracts.updateQuestion>;
export type EditedQuestion = contracts.EditedQuestion;

export const questionsKey = (event: string) => ['questions', event] as const;
export const answersKey = (event: string, attendee: string) => ['answers', event, attendee] as const;

const readQuestions = (event: string, signal?: AbortSignal) =>
	api.call(contracts.listQuestions, { params: { event }, ...(signal ? { signal } : {}) });

export function useQuestions(event: string) {
	return useQuery({
		queryKey: questionsKey(event),
		queryFn: ({ signal }) => readQuestions(event, signal),
	});
}

/** Under the same key as the list of ticket types: one reading serves both. */
export function useTicketNames(event: string): { id: string; name: string }[] {
	const types = useApiQuery(listTicketTypes, ['ticket-types', event], { params: { event } });
	return types.data?.data ?? [];
}

/** Everything an organiser does to the questions of an event; each success reads them anew. */
export function useQuestionActions(event: string) {
	const queries = useQueryClient();
	const refresh = () =>
		Promise.all([
			queries.invalidateQueries({ queryKey: questionsKey(event) }),
			queries.invalidateQueries({ queryKey: ['event-changes', event] }),
		]);
	return {
		refresh,
		create: useMutation({
			mutationFn: (body: QuestionBody) =>
				api.call(contracts.createQuestion, {
					params: { event },
					body,
					idempotencyKey: newIdempotencyKey(),
				}),
			onSuccess: refresh,
		}),
		update: useMutation({
			mutationFn: ({ question, changes }: { question: EditedQuestion; changes: QuestionChanges }) =>
				api.call(contracts.updateQuestion, {
					params: { event, question: question.id },
					body: changes,
					ifMatch: `"${question.version}"`,
				}),
			onSuccess: refresh,
		}),
		remove: useMutation({
			mutationFn: (question: EditedQuestion) =>
				api.call(contracts.deleteQuestion, { params: { event, question: question.id } }),
			onSuccess: refresh,
		}),
		/** Shown in the new order at once; what was read before is shown again if it fails. */
		reorder: useMutation({
			mutationFn: (ids: string[]) =>
				api.call(contracts.reorderQuestions, { params: { event }, body: { ids } }),
			onMutate: (ids) => {
				showAhead<Awaited<ReturnType<typeof readQuestions>>>(queries, questionsKey(event), (before) => {
					if (!before) return before;
					const moved = ids.flatMap((id) => before.data.find((question) => question.id === id) ?? []);
					return { ...before, data: [...moved, ...before.data.filter(({ id }) => !ids.includes(id))] };
				});
			},
			onSettled: refresh,
		}),
	};
}
type Actions = ReturnType<typeof useQuestionActions>;
/** `useQuestionActions`, or the same for questions that no server has yet. */
export type QuestionActions = { [K in keyof Omit<Actions, 'refresh'>]: Did<Actions[K]> } & {
	refresh(): Promise<unknown>;
};

/** A guest’s answers, for the organiser. */
export function useGuestAnswers(event: string, attendee: string) {
	return useApiQuery(questionAnswers.getGuestAnswers, answersKey(event, attendee), {
		params: { event, attendee },
	});
}

export function useSaveGuestAnswers(event: string, attendee: string) {
	const queries = useQueryClient();
	return useMutation({
		mutationFn: (body: CallBodyOf<typeof questionAnswers.saveGuestAnswers>) =>
			api.call(questionAnswers.saveGuestAnswers, { params: { event, attendee }, body }),
		onSuccess: (answers) => storeAnswer(queries, answersKey(event, attendee), answers),
	});
}

/** Files of a guest's answers and of their order's, for the organiser. */
export const guestFileCalls = (event: string, attendee: string): FileCalls => ({
	upload: (client, question, file, signal) =>
		client.call(answerFiles.uploadGuestFile, {
			...{ file, signal, timeoutMs: UPLOAD_TIMEOUT_MS },
			params: { event, attendee },
			query: { question },
		}),
	download: ({ id }) =>
		api.call(answerFiles.getGuestFile, {
			params: { event, attendee, file: id },
			timeoutMs: UPLOAD_TIMEOUT_MS,
		}),
});

/** Fetches all files that answer a question, as one ZIP file, and hands it to the browser as a download. */
export async function downloadQuestionFiles(event: string, question: string): Promise<void> {
	const response = await api.call(answerFiles.exportQuestionFiles, {
		params: { event, question },
		timeoutMs: 600_000,
	});
	await saveResponse(response, 'answers.zip');
}
