import type { EventScope } from '#server/domain/event-scope.ts';
import { handle, type Route } from '#server/http/handler.ts';
import type { Services } from '#server/services.ts';
import * as answerFiles from '#shared/contracts/answer-files.ts';
import * as questionAnswers from '#shared/contracts/question-answers.ts';
import * as contracts from '#shared/contracts/questions.ts';
import { notFound } from '#shared/errors/app-error.ts';
import { authorOf } from '../events/changes/author.ts';
import { getOrderOf } from './answer-rows.ts';
import { createQuestion } from './commands/create-question.ts';
import { deleteQuestion } from './commands/delete-question.ts';
import { reorderQuestions } from './commands/reorder-questions.ts';
import { saveAnswers } from './commands/save-answers.ts';
import { updateQuestion } from './commands/update-question.ts';
import { exportQuestionFiles } from './files/export-files.ts';
import { readGuestFile, readManagedFile, readTicketFile } from './files/read-file.ts';
import { uploadFile } from './files/upload-file.ts';
import { getGuestAnswers, getManagedQuestions, listEditedQuestions } from './queries.ts';
import { getTicketQuestions } from './ticket-questions.ts';

/** The question as it is now, for the member who just changed it. */
async function answer(services: Services, scope: EventScope, questionId: string) {
	const question = (await listEditedQuestions(services, scope)).find(({ id }) => id === questionId);
	if (!question) throw notFound('Question');
	return question;
}

const list = async (services: Services, scope: EventScope) => ({
	data: await listEditedQuestions(services, scope),
	nextCursor: null,
});

export const questionRoutes: Route[] = [
	handle(contracts.listQuestions, ({ scope }, services) => list(services, scope)),
	handle(contracts.createQuestion, async ({ scope, body, caller }, services) =>
		answer(services, scope, await createQuestion(services, scope, body, authorOf(caller))),
	),
	handle(contracts.reorderQuestions, async ({ scope, body, caller }, services) => {
		await reorderQuestions(services, scope, body.ids, authorOf(caller));
		return list(services, scope);
	}),
	handle(contracts.updateQuestion, async ({ params, scope, body, context, caller }, services) => {
		const questionId = params.question;
		const how = { questionId, input: body, ifMatch: context.ifMatch };
		await updateQuestion(services, scope, how, authorOf(caller));
		return answer(services, scope, questionId);
	}),
	handle(contracts.deleteQuestion, async ({ params, scope, caller }, services) => ({
		outcome: await deleteQuestion(services, scope, params.question, authorOf(caller)),
	})),
	handle(questionAnswers.getManagedQuestions, ({ order }, services) => getManagedQuestions(services, order)),
	handle(questionAnswers.saveManagedAnswers, async ({ order, body }, services) => {
		await saveAnswers(services, order, { people: body.people, by: 'buyer' });
		return getManagedQuestions(services, order);
	}),
	handle(questionAnswers.getTicketQuestions, ({ ticket }, services) => getTicketQuestions(services, ticket)),
	handle(questionAnswers.saveTicketAnswers, async ({ ticket, body }, services) => {
		const { attendeeId, holderVersion, ...order } = ticket;
		const people = [{ attendeeId, answers: body.answers }];
		await saveAnswers(services, order, { people, by: 'buyer', holderVersion });
		return getTicketQuestions(services, ticket);
	}),
	handle(questionAnswers.getGuestAnswers, ({ params, scope }, services) =>
		getGuestAnswers(services, scope, params.attendee),
	),
	handle(questionAnswers.saveGuestAnswers, async ({ params, scope, body }, services) => {
		const { orderId } = await getOrderOf(services.database.db, scope, params.attendee);
		const people = [
			...(body.answers ? [{ attendeeId: params.attendee, answers: body.answers }] : []),
			...(body.orderAnswers ? [{ attendeeId: null, answers: body.orderAnswers }] : []),
		];
		await saveAnswers(services, { ...scope, orderId }, { people, by: 'organiser' });
		return getGuestAnswers(services, scope, params.attendee);
	}),
	handle(answerFiles.uploadManagedFile, ({ order, query, file }, services) =>
		uploadFile(services, order, { questionId: query.question, attendeeId: null, by: 'buyer' }, file),
	),
	handle(answerFiles.getManagedFile, ({ order, params }, services) =>
		readManagedFile(services, { scope: order, fileId: params.file }),
	),
	handle(answerFiles.uploadTicketFile, ({ ticket, query, file }, services) => {
		const { attendeeId, holderVersion, ...order } = ticket;
		const target = { questionId: query.question, attendeeId, by: 'buyer', holderVersion } as const;
		return uploadFile(services, order, target, file);
	}),
	handle(answerFiles.getTicketFile, ({ ticket, params }, services) =>
		readTicketFile(services, { scope: ticket, fileId: params.file }),
	),
	handle(answerFiles.uploadGuestFile, async ({ params, scope, query, file }, services) => {
		const { orderId } = await getOrderOf(services.database.db, scope, params.attendee);
		const target = { questionId: query.question, attendeeId: params.attendee, by: 'organiser' } as const;
		return uploadFile(services, { ...scope, orderId }, target, file);
	}),
	handle(answerFiles.getGuestFile, ({ params, scope }, services) =>
		readGuestFile(services, { scope, fileId: params.file, attendeeId: params.attendee }),
	),
	handle(answerFiles.exportQuestionFiles, ({ params, scope }, services) =>
		exportQuestionFiles(services, scope, params.question),
	),
];
