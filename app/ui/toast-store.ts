/**
 * The one toast of the page. At most one is shown: a new one takes the place of the one before, at once. A toast closes by
 * itself after TOAST_VISIBLE_MS (waiting while the pointer or focus rests on it); a closed one is marked so, and leaves the
 * list TOAST_REMOVAL_MS later.
 */
export const TOAST_VISIBLE_MS = 5500;
export const TOAST_REMOVAL_MS = 5500;

export type ToastVariant =
	| 'default'
	| 'destructive'
	| 'success'
	| 'warning'
	| 'info'
	| 'celebration'
	| 'upgrade';

export interface ToastContent {
	title?: string;
	description?: string;
	variant?: ToastVariant;
	/** One thing to do about it (Undo, See plans). The toast closes when it is pressed. */
	action?: { label: string; onPress: () => void };
}

export interface Toast extends ToastContent {
	readonly id: number;
	readonly isOpen: boolean;
	readonly isPaused: boolean;
}

let toasts: readonly Toast[] = [];
let nextId = 1;
const listeners = new Set<() => void>();
let closing: { timer: ReturnType<typeof setTimeout>; startedAt: number; leftMs: number } | undefined;
let removal: ReturnType<typeof setTimeout> | undefined;

function publish(next: readonly Toast[]) {
	toasts = next;
	for (const listener of listeners) listener();
}

function change(id: number, part: Partial<Toast>) {
	publish(toasts.map((toast) => (toast.id === id ? { ...toast, ...part } : toast)));
}

function closeAfter(id: number, ms: number) {
	closing = { timer: setTimeout(() => dismissToast(id), ms), startedAt: Date.now(), leftMs: ms };
}

/** Show a toast. Callable from anywhere in the browser; on a server it does nothing. */
export function toast(content: ToastContent): {
	id: number;
	dismiss: () => void;
	update: (next: ToastContent) => void;
} {
	const id = nextId++;
	if (typeof window !== 'undefined') {
		clearTimeout(closing?.timer);
		clearTimeout(removal);
		publish([{ variant: 'default', ...content, id, isOpen: true, isPaused: false }]);
		closeAfter(id, TOAST_VISIBLE_MS);
	}
	return { id, dismiss: () => dismissToast(id), update: (next) => change(id, next) };
}

/** Mark a toast closed; it is removed TOAST_REMOVAL_MS later. Without an id: whichever is open. */
export function dismissToast(id?: number): void {
	const target = toasts.find((toast) => toast.isOpen && (id === undefined || toast.id === id));
	if (!target) return;
	clearTimeout(closing?.timer);
	closing = undefined;
	change(target.id, { isOpen: false, isPaused: false });
	removal = setTimeout(() => publish(toasts.filter((toast) => toast.id !== target.id)), TOAST_REMOVAL_MS);
}

/** Hold the clock of an open toast. */
export function pauseToast(id: number): void {
	if (!toasts.some((toast) => toast.id === id && toast.isOpen && !toast.isPaused) || !closing) return;
	clearTimeout(closing.timer);
	closing.leftMs -= Date.now() - closing.startedAt;
	change(id, { isPaused: true });
}

/** Let the clock of a held toast run on from where it stood. */
export function resumeToast(id: number): void {
	if (!toasts.some((toast) => toast.id === id && toast.isPaused) || !closing) return;
	change(id, { isPaused: false });
	closeAfter(id, closing.leftMs);
}

export function subscribeToToasts(listener: () => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}

export function currentToasts(): readonly Toast[] {
	return toasts;
}
