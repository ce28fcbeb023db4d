import { Plural, Trans, useLingui } from '@lingui/react/macro';
import {
	createContext,
	type ReactNode,
	use,
	useEffect,
	useId,
	useLayoutEffect,
	useMemo,
	useRef,
	useState,
} from 'react';
import { type EventChanges, useReloadEvent } from '#app/features/events/api.ts';
import { planChanges, useApplyChanges } from '#app/features/events/changes-api.ts';
import { useErrorToast } from '#app/lib/plan-limit.ts';
import { SaveCancelled } from '#app/lib/use-section.ts';
import { Button } from '#app/ui/button.tsx';
import { toast } from '#app/ui/toast-store.ts';
import type { ChangePlan } from '#shared/contracts/event-changes.ts';
import type { PublicEvent } from '#shared/contracts/events.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { isVersionConflict } from '#shared/errors/version-conflict.ts';
import { useDatesScope } from '../series/scope.tsx';
import { useAskAboutChange } from './ask-about-change.tsx';
import { ChangesSince } from './changes-since.tsx';

/** What a section holds back until it is published with what others hold back. */
interface Held {
	/** Fields. */
	count: number;
	changes: EventChanges;
	/** Why something of it cannot be sent. */
	refusal: AppError | undefined;
	publish: (work: Promise<unknown>) => Promise<void>;
	discard: () => void;
}

interface HeldSections {
	put: (section: string, held: Held | null) => void;
	list: () => Held[];
}

const SectionsContext = createContext<HeldSections | null>(null);
const CountContext = createContext(0);

/** Fields that wait to be published. */
export const useHeldCount = () => use(CountContext);

/** Collects what the sections inside hold back. */
export function HeldChangesProvider({ children }: { children: ReactNode }) {
	const all = useRef(new Map<string, Held>());
	const [count, setCount] = useState(0);
	const sections = useMemo<HeldSections>(
		() => ({
			put(section, held) {
				if (held) all.current.set(section, held);
				else all.current.delete(section);
				setCount([...all.current.values()].reduce((sum, one) => sum + one.count, 0));
			},
			list: () => [...all.current.values()].filter((one) => one.count > 0),
		}),
		[],
	);
	return (
		<SectionsContext value={sections}>
			<CountContext value={count}>{children}</CountContext>
		</SectionsContext>
	);
}

/** Notes what a section holds back. */
export function useHeldChanges(held: Held): void {
	const sections = use(SectionsContext);
	const id = useId();
	useLayoutEffect(() => {
		sections?.put(id, held);
	});
	useEffect(() => () => sections?.put(id, null), [sections, id]);
}

/** Guests are notified of it unless the organiser says otherwise, or would be glad of a mail; or it is refused. */
function isWorthAsking(plan: ChangePlan): boolean {
	if (plan.isRefused || plan.notifiesByDefault) return true;
	return plan.guests > 0 && plan.effects.some(({ field }) => field === 'onlineUrl');
}

/** Writes changes after the organiser has seen what they do to guests, and shows it again when that is another by then. */
function useSaveAsPlanned(event: PublicEvent) {
	const { mutateAsync: apply } = useApplyChanges(event);
	const ask = useAskAboutChange();
	return async (changes: EventChanges, version: number) => {
		for (let isOutdated = false; ; isOutdated = true) {
			const plan = await planChanges(event.id, changes, version);
			const choice = isWorthAsking(plan) ? await ask(plan, isOutdated) : { notify: false, note: '' };
			if (!choice) throw new SaveCancelled();
			try {
				return await apply({ changes, version, planHash: plan.planHash, choice });
			} catch (error) {
				if (!(error instanceof AppError && error.metadata.rule === 'plan-outdated')) throw error;
			}
		}
	};
}

/** Writes changes to the dates of the series that are chosen; of this date alone as they were planned. */
function useSave(event: PublicEvent) {
	const { t } = useLingui();
	const save = useSaveAsPlanned(event);
	const reload = useReloadEvent(event);
	const { scope, changeDates } = useDatesScope();
	return async (changes: EventChanges, version: number) => {
		if (scope === 'this') return save(changes, version);
		const { slug, repeat: _, ...shared } = changes;
		if (slug !== undefined) {
			const message = t`Each date has its own address. Choose “This date” to change it.`;
			throw new AppError('VALIDATION_FAILED', {
				details: [{ field: 'slug', message, code: 'VALIDATION_FAILED' }],
			});
		}
		if (!(await changeDates({ event: shared }))) throw new SaveCancelled();
		return { event: await reload() };
	};
}

type Trouble = 'none' | 'refused' | 'conflict';

/** What waits to be published, in one bar at the lower edge, for all sections. It lies over the end of the page, so nothing moves. */
export function HeldChangesBar({ event }: { event: PublicEvent }) {
	const { t } = useLingui();
	const showError = useErrorToast();
	const sections = use(SectionsContext);
	const count = useHeldCount();
	const save = useSave(event);
	const reload = useReloadEvent(event);
	const [isPending, setPending] = useState(false);
	const [trouble, setTrouble] = useState<Trouble>('none');
	const isPressed = useRef(false);
	useEffect(() => {
		if (count > 0) return;
		setTrouble('none');
		// The button that was pressed is gone; the page stays where it is scrolled to.
		if (isPressed.current) document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
		isPressed.current = false;
	}, [count]);

	async function publish() {
		const held = sections?.list() ?? [];
		const refused = held.filter((one) => one.refusal);
		if (refused.length > 0) {
			setTrouble('refused');
			return Promise.all(refused.map((one) => one.publish(Promise.reject(one.refusal))));
		}
		setPending(true);
		isPressed.current = true;
		const changes: EventChanges = Object.assign({}, ...held.map((one) => one.changes));
		const isAgain = trouble === 'conflict';
		const work = (isAgain ? reload() : Promise.resolve(event)).then(({ version }) => save(changes, version));
		const parts = Promise.all(held.map((one) => one.publish(work)));
		try {
			const { event: saved } = await work;
			setTrouble('none');
			for (const { message } of saved.warnings ?? []) toast({ variant: 'warning', description: message });
		} catch (error) {
			isPressed.current = false;
			if (isVersionConflict(error)) setTrouble('conflict');
			else if (error instanceof AppError && error.details.length > 0) setTrouble('refused');
			else if (!(error instanceof SaveCancelled)) showError(error);
		}
		await parts;
		setPending(false);
	}
	if (count === 0) return null;
	return (
		<section
			aria-label={t`Unpublished changes`}
			data-bottom-bar="low"
			className="floating sticky bottom-[calc(1rem+var(--bottom-bar,0px))] z-20 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg bg-raised px-4 py-3 text-sm shadow-float"
		>
			<div role="status" className="min-w-0 flex-1 basis-52">
				{trouble === 'conflict' ? (
					<>
						<Trans>Someone else just saved changes.</Trans>
						<ChangesSince event={event} />
					</>
				) : trouble === 'refused' ? (
					<Trans>Not published: check the fields marked red.</Trans>
				) : (
					<Plural value={count} one="# change isn’t published yet" other="# changes aren’t published yet" />
				)}
			</div>
			<div className="flex gap-2">
				<Button
					size="sm"
					variant="outline"
					isDisabled={isPending}
					onClick={() => {
						isPressed.current = true;
						for (const one of sections?.list() ?? []) one.discard();
					}}
				>
					{t`Discard`}
				</Button>
				<Button size="sm" isLoading={isPending} onClick={() => void publish()}>
					{trouble === 'conflict' ? t`Overwrite with mine` : t`Publish changes`}
				</Button>
			</div>
		</section>
	);
}
