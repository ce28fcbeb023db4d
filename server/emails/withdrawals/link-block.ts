import { msg } from '#server/platform/messages.ts';
import type { Block } from '../kit/content.ts';
import type { MailContext } from '../kit/render-mail.ts';

/** The way to the withdrawal function, in the words of the law; nothing where there is no such right. */
export const withdrawalBlock = (url: string | null, { t }: Pick<MailContext, 't'>): Block[] =>
	url === null ? [] : [{ kind: 'link', label: t(msg({ message: 'Withdraw from contract here' })), url }];
