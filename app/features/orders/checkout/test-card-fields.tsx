import { useLingui } from '@lingui/react/macro';
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { useHydrated } from '#app/lib/hydrated.ts';
import type { CardForm } from './card-form.ts';

const source = 'test-card-fields';

/** The card form of the built-in gateway, in a frame: what is typed there never reaches this page. */
export function TestCardFields(props: { url: string; formRef: Ref<CardForm>; onSubmit: () => void }) {
	const { url, formRef, onSubmit } = props;
	const { t } = useLingui();
	const frame = useRef<HTMLIFrameElement>(null);
	const answer = useRef<((token: string | null) => void) | null>(null);
	const [height, setHeight] = useState(360);
	const isHydrated = useHydrated();
	const send = (type: string) =>
		frame.current?.contentWindow?.postMessage({ target: source, type }, window.location.origin);

	useEffect(() => {
		const listen = (event: MessageEvent) => {
			if (event.origin !== window.location.origin || event.source !== frame.current?.contentWindow) return;
			const { data } = event;
			if (data?.source !== source) return;
			if (data.type === 'resize') setHeight(Math.min(900, Math.max(120, Number(data.height) || 0)));
			if (data.type === 'submit') onSubmit();
			if (data.type === 'token') answer.current?.(String(data.id));
			if (data.type === 'invalid' || data.type === 'failed') answer.current?.(null);
		};
		window.addEventListener('message', listen);
		return () => window.removeEventListener('message', listen);
	}, [onSubmit]);

	useImperativeHandle(formRef, () => ({
		submit: () =>
			new Promise((resolve) => {
				answer.current = (token) => {
					answer.current = null;
					resolve(token);
				};
				send('submit');
			}),
	}));

	return (
		<iframe
			ref={frame}
			// With the script: the frame says its height once, to somebody who listens.
			src={isHydrated ? url : undefined}
			title={t`Card details`}
			className="w-full rounded-lg border border-hairline bg-surface"
			style={{ height }}
		/>
	);
}
