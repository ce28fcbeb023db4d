import clsx from 'clsx';
import type { ComponentProps } from 'react';
import { type ButtonSize, type ButtonTone, type ButtonVariant, buttonStyle } from './button-style.ts';
import { Icon, type LucideIcon } from './icon.tsx';
import { Spinner } from './spinner.tsx';

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'disabled'> {
	icon: LucideIcon;
	/** What it does; read aloud and shown as a tip. */
	label: string;
	variant?: ButtonVariant;
	size?: ButtonSize;
	tone?: ButtonTone;
	isLoading?: boolean;
	isDisabled?: boolean;
	isDirectional?: boolean;
	/** Where the tip opens; `none` when the label is visible nearby. */
	tip?: 'top' | 'bottom' | 'none';
}

/** A button of one icon. The label is its name and, on hover and focus, its tip. */
export function IconButton(props: IconButtonProps) {
	const {
		icon,
		label,
		variant = 'ghost',
		size = 'md',
		tone,
		isLoading = false,
		isDisabled = false,
		isDirectional,
		tip = 'top',
		className,
		type = 'button',
		onClick,
		...rest
	} = props;
	const isBlocked = isLoading || isDisabled;
	return (
		<button
			{...rest}
			type={type}
			aria-label={label}
			aria-disabled={isBlocked || undefined}
			aria-busy={isLoading || undefined}
			onClick={(event) => (isBlocked ? event.preventDefault() : onClick?.(event))}
			className={buttonStyle({
				variant,
				size,
				tone,
				isSquare: true,
				className: clsx('group/button', className),
			})}
		>
			{isLoading ? (
				<Spinner size={18} isDecorative />
			) : (
				<Icon icon={icon} size={size === 'sm' ? 16 : 20} isDirectional={isDirectional} />
			)}
			{tip === 'none' ? null : (
				<span
					aria-hidden="true"
					data-side={tip}
					className="tip group-hover/button:tip-open group-focus-visible/button:tip-open"
				>
					{label}
				</span>
			)}
		</button>
	);
}
