import clsx from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import { FieldError, FieldHint, useField } from './field.tsx';

export interface SwitchProps extends Omit<ComponentProps<'input'>, 'type' | 'children' | 'role'> {
	label: ReactNode;
	hint?: ReactNode;
	error?: ReactNode;
	isLabelHidden?: boolean;
}

/** On or off, taking effect at once. Label first, control at the end of the line. */
export function Switch(props: SwitchProps) {
	const { label, hint, error, id, className, isLabelHidden, ...rest } = props;
	const ids = useField({ id, name: rest.name, hint, error });
	return (
		<div className={clsx('flex flex-col gap-1', className)} onInput={ids.correct}>
			<label className="relative flex items-center justify-between gap-4 text-sm hit-area">
				<span className={isLabelHidden ? 'sr-only' : 'min-w-0 font-medium'}>{label}</span>
				{/* biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox carries its own checked state */}
				<input {...rest} {...ids.control} type="checkbox" role="switch" className="switch" />
			</label>
			<FieldError id={ids.errorId}>{ids.error}</FieldError>
			<FieldHint id={ids.hintId}>{hint}</FieldHint>
		</div>
	);
}
