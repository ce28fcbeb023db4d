import { z } from '../lib/z.ts';
import { mostAnswerFileBytes } from '../rules/answer-files.ts';
import { ANSWER_FILE_MB } from '../rules/file-sizes.ts';
import { uuid } from './common.ts';
import { endpoint, eventAccess, orderAccess } from './endpoint.ts';
import { answerFile, attendeeParams, orderParams, ticketParams } from './question-answers.ts';
import { questionParams } from './questions.ts';

/*
 * Files are uploaded before they are an answer: the upload answers with an id, and saving the answer with that id keeps the file. One
 * that no answer names is removed after a day.
 */
const fileUpload = {
	field: 'file',
	maxBytes: mostAnswerFileBytes,
	description: `PDF, JPEG, PNG, WebP or HEIC, up to ${ANSWER_FILE_MB} MB`,
} as const;

const uploadQuery = z.object({ question: uuid() });

/** Spread where it is used: the build of the app keeps an output that is an object literal, and takes a name for a schema. */
const fileAnswer = {
	contentType: 'application/octet-stream',
	description: 'The file, as an attachment',
} as const;

const fileId = { file: uuid() };

export const uploadManagedFile = endpoint({
	id: 'questions.uploadManagedFile',
	method: 'POST',
	path: '/api/orders/{manageToken}/answer-files',
	summary:
		'Upload a file as the answer to a question of kind `file`, until the event starts. Save the answer with its id within a day.',
	access: orderAccess,
	limit: 'upload',
	status: 201,
	params: orderParams,
	query: uploadQuery,
	upload: fileUpload,
	output: answerFile,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const getManagedFile = endpoint({
	id: 'questions.getManagedFile',
	method: 'GET',
	path: '/api/orders/{manageToken}/answer-files/{file}',
	summary: 'Download a file that was uploaded for an order.',
	access: orderAccess,
	limit: 'read',
	params: orderParams.extend(fileId),
	output: { ...fileAnswer },
});

export const uploadTicketFile = endpoint({
	id: 'questions.uploadTicketFile',
	method: 'POST',
	path: '/api/tickets/{ticketToken}/answer-files',
	summary: 'Upload a file as the guest of a ticket that was transferred or claimed, until the event starts.',
	access: { kind: 'ticket' },
	limit: 'upload',
	status: 201,
	params: ticketParams,
	query: uploadQuery,
	upload: fileUpload,
	output: answerFile,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const getTicketFile = endpoint({
	id: 'questions.getTicketFile',
	method: 'GET',
	path: '/api/tickets/{ticketToken}/answer-files/{file}',
	summary: 'Download a file that the guest of a ticket uploaded.',
	access: { kind: 'ticket' },
	limit: 'read',
	params: ticketParams.extend(fileId),
	output: { ...fileAnswer },
});

export const uploadGuestFile = endpoint({
	id: 'questions.uploadGuestFile',
	method: 'POST',
	path: '/api/events/{event}/attendees/{attendee}/answer-files',
	summary: 'Upload a file as the answer of a guest or of their order, at any time.',
	access: eventAccess('attendees.edit'),
	limit: 'upload',
	status: 201,
	params: attendeeParams,
	query: uploadQuery,
	upload: fileUpload,
	output: answerFile,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const getGuestFile = endpoint({
	id: 'questions.getGuestFile',
	method: 'GET',
	path: '/api/events/{event}/attendees/{attendee}/answer-files/{file}',
	summary: 'Download a file of a guest or of their order.',
	access: eventAccess('attendees.view'),
	limit: 'read',
	isHiddenFromViewers: true,
	params: attendeeParams.extend(fileId),
	output: { ...fileAnswer },
});

export const exportQuestionFiles = endpoint({
	id: 'questions.exportQuestionFiles',
	method: 'GET',
	path: '/api/events/{event}/questions/{question}/files',
	summary: 'Download all files that answer a question, as a ZIP file named by guest.',
	access: eventAccess('attendees.export'),
	limit: 'export',
	isHiddenFromViewers: true,
	params: questionParams,
	output: { contentType: 'application/zip', description: 'A ZIP file with one file for each answer' },
	errors: ['BUSINESS_RULE_VIOLATION'],
});
