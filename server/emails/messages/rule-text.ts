import type { Block } from '../kit/content.ts';
import type { MailContext } from '../kit/render-mail.ts';
import { placeholderValues, type Reader } from './placeholder-values.ts';
import { fillLine, proseBlock } from './prose.ts';

/** What an organiser adds to the confirmation or to the reminder. */
export interface RuleWords {
	/** In place of the usual subject; empty: the usual one. */
	subject: string;
	/** Markdown with placeholders; empty: none. */
	text: string;
	/** Of who reads it. */
	readerName: string;
}

type RuleReader = Omit<Reader, 'name'>;

const valuesOf = ({ readerName }: RuleWords, reader: RuleReader, mail: MailContext) =>
	placeholderValues({ ...reader, name: readerName }, mail);

/** The words of an organiser as they stand at the top of an email; nothing where there are none. */
export const wordsBlocks = (
	words: RuleWords | null | undefined,
	reader: RuleReader,
	mail: MailContext,
): Block[] => (words?.text.trim() ? [proseBlock(words.text, valuesOf(words, reader, mail))] : []);

/** The subject that an organiser gave an email, or the usual one. */
export const subjectOr = (
	usual: string,
	words: RuleWords | null | undefined,
	reader: RuleReader,
	mail: MailContext,
): string => (words?.subject.trim() ? fillLine(words.subject, valuesOf(words, reader, mail)) : usual);
