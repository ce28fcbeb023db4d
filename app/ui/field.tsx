import { Trans } from '@lingui/react/macro';
import clsx from 'clsx';
import { CircleAlert } from 'lucide-react';
import { createContext, type ReactNode, useContext, useId, useState } from 'react';
import { Icon } from './icon.tsx';

/** Props shared by all fields. */
export interface FieldProps {
	label: ReactNode;
	/** Help that is there before anything goes wrong: format, why it is required. */
	hint?: ReactNode;
	/** The error and how to fix it; shown under the field and tied to it. */
	error?: ReactNode;
	/** Says "optional" beside the label. Required fields say nothing: most are. */
	isOptional?: boolean;
	/** The label is read aloud but not shown; only where the place itself says what to type (a search box). */
	isLabelHidden?: boolean;
	id?: string;
	name?: string;
}

/** Set by Form: makes field ids from names, so that an error summary and a server can point at a field. */
export const FormScope = createContext<string | null>(null);

/** The id of the field `name` in the form `scope`. */
export function fieldId(scope: string, name: string): string {
	return `${scope}-${name}`;
}

/** How often something was sent from this page: an error that comes back is shown again. */
let sends = 0;
export const showErrorsAgain = () => {
	sends += 1;
};
globalThis.document?.addEventListener('submit', showErrorsAgain, true);

/** What an error is known by once it was corrected: the same one is another after the next sending. */
export const correctionOf = (error: ReactNode) => `${sends} ${error}`;

/**
 * Ids and ARIA attributes that tie a control to its label, hint and error. The error goes as soon as the control is changed, and is
 * shown again where it comes back.
 */
export function useField(props: Pick<FieldProps, 'id' | 'name' | 'hint' | 'error'>) {
	const scope = useContext(FormScope);
	const own = useId();
	const id = props.id ?? (scope && props.name ? fieldId(scope, props.name) : own);
	const [corrected, setCorrected] = useState('');
	if (corrected && !props.error) setCorrected('');
	const error = corrected === correctionOf(props.error) ? null : props.error;
	const hintId = props.hint ? `${id}-hint` : undefined;
	const errorId = error ? `${id}-error` : undefined;
	const correct = () => {
		if (error) setCorrected(correctionOf(error));
	};
	return {
		id,
		error,
		/** For a control that changes without an event of the browser. */
		correct,
		hintId,
		errorId,
		control: {
			id,
			'aria-describedby': [errorId, hintId].filter(Boolean).join(' ') || undefined,
			'aria-invalid': error ? (true as const) : undefined,
		},
	};
}

/** The props of a field, apart: its ids, what its frame shows, and what is left for the control. */
export function useFieldParts<P extends FieldProps & { className?: string | undefined }>(props: P) {
	const { label, hint, error, isOptional, isLabelHidden, id, className, ...rest } = props;
	const ids = useField({ id, name: rest.name, hint, error });
	return { ids, rest, frame: { ids, label, hint, error, isOptional, isLabelHidden, className } };
}

export function FieldError(props: { id?: string; children: ReactNode }) {
	if (!props.children) return null;
	return (
		<p id={props.id} className="flex items-start gap-1.5 text-compact text-danger">
			<Icon icon={CircleAlert} className="mt-0.5" />
			<span>{props.children}</span>
		</p>
	);
}

export function FieldHint(props: { id?: string; children: ReactNode }) {
	if (!props.children) return null;
	return (
		<p id={props.id} className="text-compact text-muted">
			{props.children}
		</p>
	);
}

/** Stands behind the label of what may be left out. */
export const OptionalMark = () => (
	<span className="font-normal text-muted">
		{' '}
		<Trans>optional</Trans>
	</span>
);

/** Label above, control, hint, error. `as="fieldset"` for a group of controls. */
export function FieldFrame(
	props: Omit<FieldProps, 'id' | 'name'> & {
		ids: ReturnType<typeof useField>;
		as?: 'div' | 'fieldset';
		className?: string;
		children: ReactNode;
	},
) {
	const { ids, as: Frame = 'div', label, hint, isOptional, isLabelHidden, className, children } = props;
	const heading = (
		<>
			{label}
			{isOptional ? <OptionalMark /> : null}
		</>
	);
	const headingClass = clsx('text-sm font-medium', isLabelHidden ? 'sr-only' : 'block');
	return (
		<Frame
			className={clsx('flex min-w-0 flex-col gap-1.5', className)}
			onInput={ids.correct}
			{...(Frame === 'fieldset' ? { 'aria-describedby': ids.control['aria-describedby'] } : {})}
		>
			{Frame === 'fieldset' ? (
				<legend className={clsx(headingClass, 'mb-1.5')}>{heading}</legend>
			) : (
				<label htmlFor={ids.id} className={headingClass}>
					{heading}
				</label>
			)}
			{children}
			<FieldError id={ids.errorId}>{ids.error}</FieldError>
			<FieldHint id={ids.hintId}>{hint}</FieldHint>
		</Frame>
	);
}
