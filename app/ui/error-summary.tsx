import { Plural, Trans } from '@lingui/react/macro';
import { CircleAlert } from 'lucide-react';
import { type MouseEvent, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { fieldId } from './field.tsx';
import { Icon } from './icon.tsx';

export interface FormError {
	/** Name of the field; absent when the whole form is meant. */
	name?: string;
	message: string;
	/** Where it can be put right, when not in this form. */
	link?: { to: string; label: string };
}

/** The control with this id, or the first one inside it (a date is several). */
function focusTarget(id: string): HTMLElement | null {
	const element = document.getElementById(id);
	const controls = 'input, select, textarea, button, [tabindex="0"], [contenteditable]';
	return element?.matches(controls) ? element : (element?.querySelector<HTMLElement>(controls) ?? element);
}

/**
 * What has to be mended, on top of a form, each with a link to its field; or why the form as a whole was refused, which nothing
 * typed into it need be to blame for. When the list changes it is read out and the
 * first field takes focus; errors of the form as a whole focus the summary itself.
 */
export function ErrorSummary(props: {
	errors: readonly FormError[];
	scope: string;
	/** Read out only. */
	keepsFocus?: boolean;
}) {
	const { errors, scope, keepsFocus = false } = props;
	const box = useRef<HTMLDivElement>(null);
	const fingerprint = errors.map((error) => `${error.name}:${error.message}`).join('\n');
	const firstName = errors.find((error) => error.name)?.name;
	useEffect(() => {
		if (!fingerprint || keepsFocus) return;
		const first = firstName ? focusTarget(fieldId(scope, firstName)) : null;
		(first ?? box.current)?.focus();
	}, [fingerprint, firstName, scope, keepsFocus]);
	if (errors.length === 0) return null;

	const jump = (event: MouseEvent, name: string) => {
		const field = focusTarget(fieldId(scope, name));
		if (!field) return;
		event.preventDefault();
		field.scrollIntoView({ block: 'center' });
		field.focus({ preventScroll: true });
	};
	return (
		<div ref={box} role="alert" tabIndex={-1} className="rounded-lg bg-danger-tint p-4 text-sm text-danger">
			<p className="flex items-center gap-2 font-semibold">
				<Icon icon={CircleAlert} size={20} />
				{firstName ? (
					<Plural value={errors.length} one="Please fix one thing" other="Please fix # things" />
				) : (
					<Trans>Something went wrong</Trans>
				)}
			</p>
			<ul className="mt-2 flex flex-col gap-1 ps-7">
				{errors.map((error) => (
					<li key={`${error.name}${error.message}`}>
						{error.name ? (
							<a
								href={`#${fieldId(scope, error.name)}`}
								onClick={(event) => jump(event, error.name!)}
								className="underline underline-offset-2"
							>
								{error.message}
							</a>
						) : (
							<>
								{error.message}
								{error.link ? (
									<>
										{' '}
										<Link to={error.link.to} className="font-semibold underline underline-offset-2">
											{error.link.label}
										</Link>
									</>
								) : null}
							</>
						)}
					</li>
				))}
			</ul>
		</div>
	);
}
