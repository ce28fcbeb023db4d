import clsx from 'clsx';
import { type ComponentProps, type MouseEvent, type ReactNode, useId } from 'react';
import { Link, type LinkProps } from 'react-router';
import { type ButtonSize, type ButtonTone, type ButtonVariant, buttonStyle } from './button-style.ts';
import { Icon, type LucideIcon } from './icon.tsx';
import { Spinner } from './spinner.tsx';

interface Look {
	variant?: ButtonVariant;
	size?: ButtonSize;
	tone?: ButtonTone;
	/** Drawn before the label. */
	icon?: LucideIcon;
	/** Drawn after the label. */
	trailingIcon?: LucideIcon;
	className?: string;
	children: ReactNode;
}

export interface ButtonProps
	extends Look,
		Omit<ComponentProps<'button'>, 'children' | 'className' | 'disabled'> {
	/** Work is under way: the label gives way to a ring, the width stays, presses do nothing. */
	isLoading?: boolean;
	isDisabled?: boolean;
	/** Why it cannot be pressed; shown on hover and focus. The button stays reachable by keyboard. */
	disabledReason?: string;
}

/** The ring takes the label's place without taking its room. */
function Label({
	isLoading = false,
	...look
}: Pick<Look, 'icon' | 'trailingIcon' | 'size' | 'children'> & { isLoading?: boolean }) {
	const iconSize = look.size === 'lg' ? 20 : 16;
	return (
		<>
			{isLoading ? <Spinner size={18} isDecorative className="absolute" /> : null}
			<span className={clsx('inline-flex items-center gap-[inherit]', isLoading && 'opacity-0')}>
				{look.icon ? <Icon icon={look.icon} size={iconSize} className="-ms-0.5" /> : null}
				{look.children}
				{look.trailingIcon ? (
					<Icon icon={look.trailingIcon} size={iconSize} isDirectional className="-me-0.5" />
				) : null}
			</span>
		</>
	);
}

export function Button(props: ButtonProps) {
	const {
		variant,
		size = 'md',
		tone,
		icon,
		trailingIcon,
		className,
		children,
		isLoading = false,
		isDisabled = false,
		disabledReason,
		type = 'button',
		onClick,
		...rest
	} = props;
	const reasonId = useId();
	const isBlocked = isLoading || isDisabled || disabledReason !== undefined;
	const hasReason = disabledReason !== undefined && !isLoading;
	// `aria-disabled`, not `disabled`: focus stays where it is while work is under way, and a reason can be read.
	const press = (event: MouseEvent<HTMLButtonElement>) => {
		if (isBlocked) event.preventDefault();
		else onClick?.(event);
	};
	return (
		<button
			{...rest}
			type={type}
			onClick={press}
			aria-disabled={isBlocked || undefined}
			aria-busy={isLoading || undefined}
			aria-describedby={hasReason ? reasonId : rest['aria-describedby']}
			className={buttonStyle({ variant, size, tone, className: clsx('group/button', className) })}
		>
			<Label icon={icon} trailingIcon={trailingIcon} size={size} isLoading={isLoading}>
				{children}
			</Label>
			{hasReason ? (
				<span
					id={reasonId}
					role="tooltip"
					className="tip group-hover/button:tip-open group-focus-visible/button:tip-open"
				>
					{disabledReason}
				</span>
			) : null}
		</button>
	);
}

export interface ButtonLinkProps extends Look, Omit<LinkProps, 'children' | 'className'> {
	/** Leaves the single-page application: a file, another host, a page that is not ours. */
	isExternal?: boolean;
}

/** A link that looks like a button: it goes somewhere, it does nothing. */
export function ButtonLink(props: ButtonLinkProps) {
	const { variant, size = 'md', tone, icon, trailingIcon, className, children, isExternal, ...rest } = props;
	return (
		<Link
			{...rest}
			reloadDocument={isExternal ?? rest.reloadDocument}
			className={buttonStyle({ variant, size, tone, className })}
		>
			<Label icon={icon} trailingIcon={trailingIcon} size={size}>
				{children}
			</Label>
		</Link>
	);
}
