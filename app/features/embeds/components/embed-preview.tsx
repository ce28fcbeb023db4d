import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { RadioGroup } from '#app/ui/radio-group.tsx';
import { loadElements } from '../load-elements.ts';
import type { EmbedElement, EmbedTheme } from '../snippet.ts';

type Shade = 'light' | 'dark';

/** The real element, in which the form sends nothing, on a page that is light or dark. */
export function EmbedPreview({ element, theme }: { element: EmbedElement; theme: EmbedTheme }) {
	const { t } = useLingui();
	const [around, setAround] = useState<Shade>('light');
	const [tries, setTries] = useState(0);
	const [isMissing, setMissing] = useState(false);
	useEffect(() => {
		let isGone = false;
		loadElements().then(
			() => isGone || setMissing(false),
			() => isGone || setMissing(true),
		);
		return () => {
			isGone = true;
		};
	}, [tries]);
	const shade = theme === 'auto' ? around : theme;
	const { name: Element, attributes, link } = element;
	return (
		<section aria-label={t`Preview`} className="flex min-w-0 flex-col gap-3">
			<p aria-hidden="true" className="text-sm font-medium">
				<Trans>Preview</Trans>
			</p>
			{theme === 'auto' ? (
				<RadioGroup
					label={t`Visitor’s device`}
					look="switch"
					value={around}
					onChange={({ target }) => setAround(target.value as Shade)}
					options={[
						{ value: 'light', label: t`Light` },
						{ value: 'dark', label: t`Dark` },
					]}
				/>
			) : null}
			{isMissing ? (
				<Callout
					tone="warning"
					action={
						<Button size="sm" variant="outline" onClick={() => setTries(tries + 1)}>
							{t`Try again`}
						</Button>
					}
				>
					<Trans>The preview didn’t load.</Trans>
				</Callout>
			) : null}
			<div
				data-testid="embed-preview"
				className="min-w-0 overflow-x-auto rounded-md border p-4"
				// The colours of a plain page, as the browser has them.
				style={{ colorScheme: shade, background: 'Canvas', color: 'CanvasText' }}
			>
				<Element {...attributes} theme={shade} preview>
					<a href={link.href}>{link.text}</a>
				</Element>
			</div>
		</section>
	);
}
