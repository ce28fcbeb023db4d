import { useLingui } from '@lingui/react/macro';
import clsx from 'clsx';
import { Search, X } from 'lucide-react';
import { type ComponentProps, useRef, useState } from 'react';
import { useField } from './field.tsx';
import { Icon } from './icon.tsx';
import { Kbd } from './kbd.tsx';

export interface SearchFieldProps extends Omit<ComponentProps<'input'>, 'type' | 'size' | 'ref'> {
	/** What is searched; read aloud, and the placeholder unless one is given. */
	label: string;
	onClear?: () => void;
	/** The key that leads here, shown while the field is empty. */
	shortcut?: string;
}

/** A search box: Esc and the cross empty it. */
export function SearchField(props: SearchFieldProps) {
	const { label, onClear, shortcut, className, onChange, defaultValue, id, ...rest } = props;
	const ids = useField({ id, name: rest.name, hint: undefined, error: undefined });
	const { t } = useLingui();
	const input = useRef<HTMLInputElement>(null);
	const [isFilled, setIsFilled] = useState(Boolean(rest.value ?? defaultValue));
	const hasText = rest.value === undefined ? isFilled : rest.value !== '';
	const clear = () => {
		const element = input.current;
		if (!element) return;
		// Through the native setter and an event, so that a controlled owner handles it like typing.
		Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(element, '');
		element.dispatchEvent(new Event('input', { bubbles: true }));
		element.focus();
		onClear?.();
	};
	return (
		<search className={clsx('relative flex min-w-0', className)}>
			<label htmlFor={ids.id} className="sr-only">
				{label}
			</label>
			<Icon icon={Search} className="pointer-events-none absolute inset-y-0 start-3 my-auto text-muted" />
			<input
				placeholder={label}
				{...rest}
				id={ids.id}
				ref={input}
				type="search"
				defaultValue={defaultValue}
				onChange={(event) => {
					setIsFilled(event.target.value !== '');
					onChange?.(event);
				}}
				onKeyDown={(event) => {
					rest.onKeyDown?.(event);
					if (event.key !== 'Escape' || !hasText) return;
					event.preventDefault();
					event.stopPropagation();
					clear();
				}}
				className="input px-9"
			/>
			{hasText ? (
				<button
					type="button"
					aria-label={t`Clear search`}
					onClick={clear}
					className="hit-area absolute inset-y-0 end-1.5 my-auto grid size-7 place-items-center rounded-sm text-muted hover:text-ink"
				>
					<Icon icon={X} />
				</button>
			) : shortcut ? (
				<Kbd className="pointer-events-none absolute inset-y-0 end-2.5 my-auto pointer-coarse:hidden">
					{shortcut}
				</Kbd>
			) : null}
		</search>
	);
}
