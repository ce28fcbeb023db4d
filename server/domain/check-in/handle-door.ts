import { type HandlerInput, handle, type Route, rightsOf } from '#server/http/handler.ts';
import type { Services } from '#server/services.ts';
import type { AnyEndpoint } from '#shared/contracts/endpoint.ts';
import { type DoorCaller, memberCaller, staffCaller } from './door-caller.ts';

/** Ties endpoints that differ only in their caller, staff link or signed-in member, to one handler. */
export function handleDoor<E extends AnyEndpoint>(
	endpoints: readonly E[],
	handler: (services: Services, door: DoorCaller, input: HandlerInput<E>, path: string) => unknown,
): Route[] {
	return endpoints.map((endpoint) =>
		handle(endpoint, async (input, services) => {
			const door =
				endpoint.access.kind === 'staff'
					? staffCaller(input.staff)
					: await memberCaller(services, input.scope, { ...input.caller, rights: rightsOf(input.scope) });
			const path = endpoint.path.replace('{token}', '[redacted]').replace('{event}', door.eventId);
			return (await handler(services, door, input, path)) as never;
		}),
	);
}
