import { useRef } from 'react';
import { newIdempotencyKey } from './idempotency-key.ts';

/** One key for each different request: sent again after a lost answer it is done once, changed it is another one. */
export function useKeyOf(): (body: object) => string {
	const last = useRef({ text: '', key: '' });
	return (body) => {
		const text = JSON.stringify(body);
		if (text !== last.current.text) last.current = { text, key: newIdempotencyKey() };
		return last.current.key;
	};
}
