import type { Caller } from '#server/http/handler.ts';

/** Who changes an event: a member, an API key, or the server itself. */
export interface Author {
	kind: 'member' | 'key' | 'system';
	id: string | null;
}

export const bySystem: Author = { kind: 'system', id: null };

export const authorOf = ({ key, userId }: Pick<Caller, 'key' | 'userId'>): Author =>
	key ? { kind: 'key', id: key.id } : { kind: 'member', id: userId };
