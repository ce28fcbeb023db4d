ALTER TABLE "capacity_pools" ADD COLUMN "is_plan" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "ticket_types" ADD COLUMN "plan_pool_id" uuid;--> statement-breakpoint
CREATE UNIQUE INDEX "capacity_pools_plan_unique" ON "capacity_pools" ("organisation_id","event_id") WHERE is_plan;--> statement-breakpoint
ALTER TABLE "ticket_types" ADD CONSTRAINT "ticket_types_plan_pool_id_fkey" FOREIGN KEY ("organisation_id","plan_pool_id") REFERENCES "capacity_pools"("organisation_id","id");