import clsx from 'clsx';
import { type ComponentProps, type ReactNode, useCallback } from 'react';
import { FieldError, FieldHint, useField } from './field.tsx';

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'children'> {
	label: ReactNode;
	hint?: ReactNode;
	error?: ReactNode;
	isLabelHidden?: boolean;
	/** Some but not all of what it stands for is chosen. */
	isIndeterminate?: boolean;
}

/** One yes or no that is sent with the form. For a setting that takes effect at once, take Switch. */
export function Checkbox(props: CheckboxProps) {
	const { label, hint, error, id, className, isIndeterminate = false, isLabelHidden, ref, ...rest } = props;
	const ids = useField({ id, name: rest.name, hint, error });
	const attach = useCallback(
		(element: HTMLInputElement | null) => {
			if (element) element.indeterminate = isIndeterminate;
			if (typeof ref === 'function') return ref(element);
			if (ref) ref.current = element;
		},
		[isIndeterminate, ref],
	);
	return (
		<div className={clsx('flex flex-col gap-1', className)} onInput={ids.correct}>
			<label className={clsx('relative flex w-fit items-start gap-2.5 text-sm', isLabelHidden && 'hit-area')}>
				<input {...rest} ref={attach} {...ids.control} type="checkbox" className="tick mt-px" />
				<span className={isLabelHidden ? 'sr-only' : 'min-w-0'}>{label}</span>
			</label>
			{ids.error || hint ? (
				<div className="flex flex-col gap-1 ps-7">
					<FieldError id={ids.errorId}>{ids.error}</FieldError>
					<FieldHint id={ids.hintId}>{hint}</FieldHint>
				</div>
			) : null}
		</div>
	);
}
