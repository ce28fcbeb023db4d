/** A value in a message: a name, a number, or a message of its own. */
export type MessageValue = string | number | TranslatableMessage;

/**
 * A message for a person, made where no language of a reader is known: in rules and commands. It keeps its pattern and its
 * values apart, so that it can be said in another language where the answer is written (server/platform/messages.ts).
 */
export class TranslatableMessage {
	/** English, with the values in place. */
	readonly text: string;
	/** English with `{0}`, `{1}` … for the values: what translators see. */
	readonly pattern: string;
	readonly values: readonly MessageValue[];

	constructor(pattern: string, values: readonly MessageValue[]) {
		this.pattern = pattern;
		this.values = values;
		this.text = pattern.replaceAll(/\{(\d+)\}/g, (_, index) => String(values[Number(index)]));
	}

	toString(): string {
		return this.text;
	}

	toJSON(): string {
		return this.text;
	}
}

/**
 * Makes a message: message`Only ${left} left.` The extractor reads it from the source (scripts/lingui/message-extractor.ts), so
 * the words must be written out in the template and not be put together from parts.
 */
export function message(words: TemplateStringsArray, ...values: MessageValue[]): TranslatableMessage {
	const pattern = words.reduce((text, word, index) => `${text}{${index - 1}}${word}`);
	return new TranslatableMessage(pattern, values);
}
