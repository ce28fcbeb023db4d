import { useLingui } from '@lingui/react/macro';
import clsx from 'clsx';
import {
	CircleCheck,
	CircleX,
	Info,
	type LucideIcon,
	PartyPopper,
	Sparkles,
	TriangleAlert,
	X,
} from 'lucide-react';
import { useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { IconButton } from './icon-button.tsx';
import {
	currentToasts,
	dismissToast,
	pauseToast,
	resumeToast,
	subscribeToToasts,
	type Toast,
	type ToastVariant,
} from './toast-store.ts';

const ICONS: Record<ToastVariant, LucideIcon | null> = {
	default: null,
	destructive: CircleX,
	success: CircleCheck,
	warning: TriangleAlert,
	info: Info,
	celebration: PartyPopper,
	upgrade: Sparkles,
};

const NONE: readonly Toast[] = [];

/** Failures interrupt a screen reader, the rest waits its turn. */
const isUrgent = (toast: Toast) => toast.variant === 'destructive' || toast.variant === 'warning';

const places = ':is([role="alert"], [role="status"])';

/** Whether the page says just that already, in an error beside a field or on a line of its own. */
function isSaid(text: string, toaster: Element | null): boolean {
	return [...document.querySelectorAll(`${places}, ${places} *`)].some(
		(place) => place.textContent.trim() === text && !toaster?.contains(place) && place.checkVisibility(),
	);
}

/**
 * Where toasts appear; one per document. A modal dialog makes everything outside it inert and silent, so the toaster moves
 * into the topmost one while it is open, and shows itself in the top layer above it.
 */
export function Toaster() {
	const all = useSyncExternalStore(subscribeToToasts, currentToasts, () => NONE);
	const [repeated, setRepeated] = useState(0);
	const { t } = useLingui();
	const box = useRef<HTMLElement>(null);
	const home = useRef<Element>(null);
	const toasts = all.filter(({ id }) => id !== repeated);
	const latest = all.at(-1);

	// Once what came with the toast is there, and before it is painted. One with a title or a press says more than the page.
	useLayoutEffect(() => {
		if (latest?.description && !latest.title && !latest.action && isSaid(latest.description, box.current))
			setRepeated(latest.id);
	}, [latest]);

	// Before paint, and back home before React takes it out again: React removes an element from where it put it.
	useLayoutEffect(() => {
		const element = box.current;
		if (!element?.showPopover) return;
		home.current = element.parentElement;
		const settle = () => {
			const host = [...document.querySelectorAll('dialog:modal')].at(-1) ?? home.current;
			const hasToast = currentToasts().length > 0;
			if (host && element.parentElement !== host) host.append(element);
			else if (element.matches(':popover-open') === hasToast) return;
			if (element.matches(':popover-open')) element.hidePopover();
			if (hasToast) element.showPopover();
		};
		const settleSoon = (event: Event) => {
			if (event.target instanceof HTMLDialogElement) settle();
		};
		const leave = subscribeToToasts(settle);
		document.addEventListener('toggle', settleSoon, true);
		document.addEventListener('close', settleSoon, true);
		// A toast may be there before the toaster is, when this part of the page is loaded late.
		settle();
		return () => {
			leave();
			document.removeEventListener('toggle', settleSoon, true);
			document.removeEventListener('close', settleSoon, true);
			home.current?.append(element);
		};
	}, []);

	return (
		<section ref={box} popover="manual" aria-label={t`Notifications`} className="toaster">
			<div role="status" aria-live="polite" aria-atomic="false">
				{toasts
					.filter((toast) => !isUrgent(toast))
					.map((toast) => (
						<ToastCard key={toast.id} toast={toast} />
					))}
			</div>
			<div role="alert" aria-live="assertive" aria-atomic="false">
				{toasts.filter(isUrgent).map((toast) => (
					<ToastCard key={toast.id} toast={toast} />
				))}
			</div>
		</section>
	);
}

function ToastCard({ toast }: { toast: Toast }) {
	const { t } = useLingui();
	const { id, variant = 'default', action } = toast;
	const icon = ICONS[variant];
	return (
		// biome-ignore lint/a11y/noStaticElementInteractions: resting on it holds its clock; everything to press inside is a button
		<div
			data-state={toast.isOpen ? 'open' : 'closed'}
			data-variant={variant}
			data-paused={toast.isPaused || undefined}
			inert={!toast.isOpen}
			className="toast floating"
			onPointerEnter={() => pauseToast(id)}
			onPointerLeave={(event) => {
				if (!event.currentTarget.contains(document.activeElement)) resumeToast(id);
			}}
			onFocus={() => pauseToast(id)}
			onBlur={(event) => {
				const isStillHeld =
					event.currentTarget.contains(event.relatedTarget) || event.currentTarget.matches(':hover');
				if (!isStillHeld) resumeToast(id);
			}}
			onKeyDown={(event) => {
				if (event.key === 'Escape') dismissToast(id);
			}}
		>
			{variant === 'celebration' ? <Burst /> : null}
			{icon ? (
				<span className="toast-icon">
					<Icon icon={icon} size={20} />
				</span>
			) : null}
			<div className={clsx('min-w-0 flex-1 py-0.5', !icon && 'ps-1')}>
				{toast.title ? <p className="text-sm font-semibold">{toast.title}</p> : null}
				{toast.description ? (
					<p dir="auto" className="toast-description text-sm">
						{toast.description}
					</p>
				) : null}
				{action ? (
					<Button
						size="sm"
						variant="secondary"
						className="toast-action mt-2"
						onClick={() => {
							dismissToast(id);
							action.onPress();
						}}
					>
						{action.label}
					</Button>
				) : null}
			</div>
			<IconButton
				icon={X}
				label={t`Dismiss`}
				size="sm"
				tip="none"
				onClick={() => dismissToast(id)}
				className="toast-close"
			/>
			<span className="toast-progress" aria-hidden="true" />
		</div>
	);
}

/** One quiet burst of paper, once. */
function Burst() {
	return (
		<span className="toast-burst" aria-hidden="true">
			{Array.from({ length: 12 }, (_, index) => (
				<i
					key={index}
					style={{
						'--angle': `${index * 30 + (index % 3) * 7}deg`,
						'--far': `${34 + (index % 4) * 9}px`,
					}}
				/>
			))}
		</span>
	);
}
