import { useLingui } from '@lingui/react/macro';
import { type Ref, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { useHydrated } from '#app/lib/hydrated.ts';
import { useTheme } from '#app/shell/theme.ts';
import interLatin from '#app/ui/fonts/inter-latin.woff2?url';
import type { CardForm } from './card-form.ts';

const source = 'test-card-fields';
/** Of the frame with nothing wrong in it and the test cards folded. */
const HEIGHT = 215;

const post = (frame: HTMLIFrameElement | null, message: object) =>
	frame?.contentWindow?.postMessage({ target: source, ...message }, window.location.origin);

/** The card form of the built-in gateway, in a frame: what is typed there never reaches this page. */
export function TestCardFields(props: { url: string; formRef: Ref<CardForm>; onSubmit: () => void }) {
	const { url, formRef, onSubmit } = props;
	const { t, i18n } = useLingui();
	const frame = useRef<HTMLIFrameElement>(null);
	const answer = useRef<((token: string | null) => void) | null>(null);
	const [height, setHeight] = useState(HEIGHT);
	const isHydrated = useHydrated();
	const theme = useTheme();
	// The first colours are in its address; later ones are sent, so that what was typed stays.
	const address = useMemo(() => {
		if (!isHydrated) return undefined;
		const scheme = document.documentElement.dataset.theme ?? 'system';
		return `${url}?${new URLSearchParams({ scheme, lang: i18n.locale, font: interLatin })}`;
	}, [isHydrated, url, i18n.locale]);
	useEffect(() => {
		if (theme) post(frame.current, { type: 'theme', scheme: theme });
	}, [theme]);

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
				post(frame.current, { type: 'submit' });
			}),
	}));

	return (
		<div className="rounded-xl border border-hairline bg-surface p-3">
			<iframe
				ref={frame}
				// With the script: the frame says its height once, to somebody who listens.
				src={address}
				title={t`Card details`}
				className="block w-full"
				style={{ height }}
			/>
		</div>
	);
}
