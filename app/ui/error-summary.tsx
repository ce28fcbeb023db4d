import { Plural, Trans } from '@lingui/react/macro';
import { CircleAlert } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { correctionOf, fieldId } from './field.tsx';
import { Icon } from './icon.tsx';

export interface FormError {
	/** Name of the field; absent when the whole form is meant. */
	name?: string;
	message: string;
	/** Where it can be put right, when not in this form. */
	link?: { to: string; label: string };
}

/**
 * The errors above a form, each with a link to its field; or why the form as a whole was refused, which nothing
 * typed into it need be to blame for. When the list grows it is read out and the first field takes focus; errors of the form as a whole
 * focus the summary itself. An entry goes as soon as its field is changed, the summary with the last one; the focus stays.
 */
export function ErrorSummary(props: {
	errors: readonly FormError[];
	scope: string;
	/** Read out only. */
	keepsFocus?: boolean;
}) {
	const { errors, scope, keepsFocus = false } = props;
	const box = useRef<HTMLDivElement>(null);
	const [corrected, setCorrected] = useState<string[]>([]);
	const open = errors
		.map((error) => ({ ...error, text: `${error.name}:${error.message}` }))
		.filter(({ text }) => !corrected.includes(correctionOf(text)));
	const fingerprint = open.map(({ text }) => text).join('\n');
	useEffect(() => {
		if (!fingerprint) return;
		const over = new AbortController();
		void import('./error-behaviour.ts').then(
			({ followErrors }) =>
				followErrors({ box: box.current, scope, entries: open, keepsFocus, setCorrected, over: over.signal }),
			// Without a connection the summary is still read out.
			() => {},
		);
		return () => over.abort();
	}, [fingerprint, scope, keepsFocus]);
	if (open.length === 0) return null;
	return (
		<div ref={box} role="alert" tabIndex={-1} className="rounded-lg bg-danger-tint p-4 text-sm text-danger">
			<p className="flex items-center gap-2 font-semibold">
				<Icon icon={CircleAlert} size={20} />
				{open.some(({ name }) => name) ? (
					<Plural value={open.length} one="Please fix one thing" other="Please fix # things" />
				) : (
					<Trans>Something went wrong</Trans>
				)}
			</p>
			<ul className="mt-2 flex flex-col gap-1 ps-7">
				{open.map((error) => (
					<li key={error.text}>
						{error.name ? (
							<a href={`#${fieldId(scope, error.name)}`} className="underline underline-offset-2">
								{error.message}
							</a>
						) : (
							<>
								{error.message}
								{error.link && (
									<Link to={error.link.to} className="ms-1 font-semibold underline underline-offset-2">
										{error.link.label}
									</Link>
								)}
							</>
						)}
					</li>
				))}
			</ul>
		</div>
	);
}
