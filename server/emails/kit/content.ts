import type { MailAttachment } from '#server/platform/mime.ts';
import type { ProseNode } from './prose.ts';

/**
 * A part of a mail as data, from which the HTML and its plain-text twin are both written. Every text is plain: what people
 * typed is escaped when it is written, in one place.
 */
export type Block =
	/** A paragraph; line breaks stay. */
	| { kind: 'text'; text: string }
	/** Small print inside the body. */
	| { kind: 'note'; text: string }
	/** Words of somebody else, such as the organiser's message. */
	| { kind: 'quote'; text: string }
	/** Words of an organiser with what stands in them: emphasis, lists, links. */
	| { kind: 'prose'; nodes: ProseNode[] }
	/** When, where, who. */
	| { kind: 'facts'; rows: Fact[] }
	/** The one thing to do. A link that the reader may not see (a secret of somebody else) is null. */
	| { kind: 'button'; label: string; url: string | null }
	/** Another way, as a plain link. */
	| { kind: 'link'; label: string; url: string | null }
	/** A code to type, in large letters; null where its reader may not see it. */
	| { kind: 'code'; label: string; code: string | null }
	/** A ticket: the picture of its code by `contentId`, and the code to type. */
	| {
			kind: 'ticket';
			name: string;
			type: string;
			contentId: string;
			pixels: number;
			alt: string;
			code: string;
	  };

export interface Fact {
	label: string;
	lines: string[];
	/** Opens from the last line. */
	url?: string;
}

/** What a template makes: everything but the frame. */
export interface MailContent {
	subject: string;
	/** What mailboxes show after the subject; says something new. */
	preheader: string;
	heading: string;
	/** The event's hue, 0 to 360; mails that are about no event take the product's. */
	hue?: number;
	blocks: Block[];
	/** Why this mail came and what to do if it should not have. */
	smallPrint: string[];
	attachments?: MailAttachment[];
	/** Name before our own address. */
	fromName?: string;
	/** Where replies go; absent: to the organisation's address for replies. */
	replyTo?: { name: string; address: string };
	headers?: Record<string, string>;
}

/** Values shared by all mails of an installation and a language. */
export interface MailFrame {
	productName: string;
	/** Without a trailing slash. */
	appUrl: string;
	locale: string;
	direction: 'ltr' | 'rtl';
	/** Stands where a secret link is left out. */
	leftOut: string;
}

export interface WrittenMail {
	subject: string;
	html: string;
	text: string;
	attachments: MailAttachment[];
	fromName?: string;
	replyTo?: { name: string; address: string };
	headers?: Record<string, string>;
}
