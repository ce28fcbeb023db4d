import type { ComponentProps } from 'react';
import { FieldFrame, type FieldProps, useField } from './field.tsx';

export interface DateFieldProps extends FieldProps, Omit<ComponentProps<'input'>, keyof FieldProps | 'type'> {
	kind?: 'date' | 'time' | 'datetime-local' | 'month';
}

/** A date or time by the browser's own picker: for public pages and filters, where script must stay light. */
export function DateField(props: DateFieldProps) {
	const { label, hint, error, isOptional, isLabelHidden, id, className, kind = 'date', ...rest } = props;
	const ids = useField({ id, name: rest.name, hint, error });
	return (
		<FieldFrame {...{ ids, label, hint, error, isOptional, isLabelHidden, className }}>
			<input {...rest} {...ids.control} type={kind} className="input tabular-nums" />
		</FieldFrame>
	);
}
