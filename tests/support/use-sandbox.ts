import { sandboxMovePoller } from '#server/jobs/sandbox-moves.ts';
import type { Sandbox } from '#shared/contracts/sandbox.ts';
import { useTestOwner } from './use-api.ts';

/** An owner whose organisation can have a sandbox, anew for each test, with the calls of the sandbox. */
export function useSandboxOwner(environment: Record<string, string> = {}) {
	const world = useTestOwner({ environment, isFresh: true });
	const { api, owner, services } = world;
	const { signal } = new AbortController();
	const as = ({ token }: { token: string }) => ({ token });
	const path = () => `/api/organisations/${owner.organisationId}/sandbox`;
	const advanceBy = (duration: string) => api.post(`${path()}/clock`, { advanceBy: duration }, as(owner));
	async function settle(): Promise<void> {
		while ((await sandboxMovePoller.run(services, signal)) > 0);
	}
	return {
		...world,
		as,
		/** Of the sandbox in the API. */
		path,
		make: async (): Promise<Sandbox> => (await api.post(path(), undefined, as(owner))).body,
		read: async (): Promise<Sandbox> => (await api.get(path(), as(owner))).body.sandbox,
		advanceBy,
		settle,
		/** Moves the clock on and lets the worker do what is due. */
		async moveOn(hours: number) {
			const answer = await advanceBy(`PT${hours}H`);
			await settle();
			return answer;
		},
	};
}
