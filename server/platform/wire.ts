import type { AppError } from '#shared/errors/app-error.ts';
import { type ErrorCode, errorCatalogue } from '#shared/errors/catalogue.ts';
import type { TranslatableMessage } from '#shared/errors/translatable-message.ts';
import { z } from '#shared/lib/z.ts';

/** The error body of every answer that is not 2xx: the specification's members and those of RFC 9457 in one object. */
export const errorBodySchema = z
	.object({
		code: z.enum(Object.keys(errorCatalogue) as [ErrorCode, ...ErrorCode[]]),
		message: z.string(),
		userMessage: z.string(),
		details: z.array(
			z.object({ field: z.string(), message: z.string(), value: z.unknown().optional(), code: z.string() }),
		),
		context: z.object({ requestId: z.string(), path: z.string() }),
		timestamp: z.string(),
		metadata: z.record(z.string(), z.unknown()),
		type: z.string(),
		title: z.string(),
		status: z.int(),
		detail: z.string(),
		instance: z.string(),
	})
	.meta({ id: 'Error', description: 'What went wrong: `code` for programs, `userMessage` for people.' });

export type ErrorBody = z.infer<typeof errorBodySchema>;

/**
 * Writes the wire form of an error. `path` must already be free of secrets.
 * @param context `translate` renders a message in the language of the reader; without it, English. The message for programs stays English.
 */
export function toErrorBody(
	error: AppError,
	context: {
		requestId: string;
		path: string;
		now: Date;
		translate?: (message: TranslatableMessage) => string;
	},
): ErrorBody {
	const translate = (english: string, message: TranslatableMessage | undefined) =>
		message && context.translate ? context.translate(message) : english;
	return {
		code: error.code,
		message: error.message,
		userMessage: translate(error.userMessage, error.messages.userMessage),
		details: error.details.map((detail, index) => ({
			...detail,
			message: translate(detail.message, error.messages.details[index]),
		})),
		context: { requestId: context.requestId, path: context.path },
		timestamp: context.now.toISOString(),
		metadata: error.metadata,
		type: `/api-docs#error-${error.code}`,
		title: errorCatalogue[error.code].userMessage,
		status: error.status,
		detail: error.message,
		instance: context.requestId,
	};
}
