import { useMutation, useQueryClient } from "@tanstack/react-query";
import { changeAccount } from "../../api/routes.ts";
import { accountQuery } from "./queries.ts";

/** Changes the account, and shows the change everywhere. */
export function useAccountChange() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: changeAccount,
    onSuccess: ({ account }) => {
      queryClient.setQueryData(accountQuery.queryKey, account);
      void queryClient.invalidateQueries({ queryKey: ["whoami"] });
    },
    // An admin renamed the person in the meantime: show the current name.
    onError: () => void queryClient.invalidateQueries(accountQuery),
  });
}
