-- What was paid stays on record: an account with grants or subscriptions cannot simply be deleted.

alter table membership_grant drop constraint membership_grant_designer_id_fkey,
  add constraint membership_grant_designer foreign key (designer_id) references designer;
alter table subscription drop constraint subscription_designer_id_fkey,
  add constraint subscription_designer foreign key (designer_id) references designer;
